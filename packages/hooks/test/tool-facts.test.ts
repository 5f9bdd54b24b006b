import { describe, expect, test } from 'vitest';
import { parseHookInput } from '../src/hook-input.ts';
import {
  answeredCalls,
  digest,
  isProvingCommand,
  isScratch,
  type ToolContext,
  toolFacts,
  type ToolFacts,
} from '../src/tool-facts.ts';

type Row = readonly [name: string, input: object, response: string, isError?: boolean | undefined];

/** The facts about a batch as the client sends it; the fourth cell is the transcript's `is_error`. */
function factsOf(rows: readonly Row[], about: Partial<ToolContext> = {}): ToolFacts {
  const tool_calls = rows.map(([tool_name, tool_input, tool_response], index) => ({
    tool_name,
    tool_input,
    tool_use_id: `id-${index}`,
    tool_response,
  }));
  const failures = rows.flatMap(([, , , isError], index) =>
    isError === undefined ? [] : [[`id-${index}`, isError] as const],
  );
  return toolFacts(answeredCalls(parseHookInput({ tool_calls })!.toolCalls, new Map(failures)), {
    failedBefore: undefined,
    checks: [],
    root: '/p',
    ...about,
  });
}

const bash = (command: string, response: string, isError?: boolean): Row => [
  'Bash',
  { command },
  response,
  isError,
];

describe('a failed call', () => {
  // As Claude Code 2.1.326 sends them; PostToolBatch has no `is_error`.
  test.each<readonly [string, object, string]>([
    ['Read', { file_path: '/p/x' }, 'File does not exist. Note: your current working directory is /p.'],
    ['Agent', {}, "Agent type 'nonexistent' not found. Available agents: claude"],
    ['WebFetch', { url: 'http://x' }, 'Unable to verify if domain x is safe to fetch.'],
    ['mcp__db__query', {}, 'relation "users" does not exist'],
  ])('%s: the client says so, whatever the words are', (name, input, response) => {
    expect(factsOf([[name, input, response, true]])).toMatchObject({
      errors: [expect.stringContaining(`${name}: `)],
    });
  });

  test('is none where the client says so, whatever the words are', () => {
    const said = factsOf([
      bash('cat log', 'Exit code 7', false),
      ['Read', { file_path: '/p/log' }, 'Error: no such file', false],
      ['Read', { file_path: '/p/rules' }, 'This call has been denied.', false],
    ]);
    expect(said).toEqual({ tools: 3, edits: [], errors: [], denials: 0 });
  });

  test('is told by its first words where the transcript is behind', () => {
    expect(factsOf([bash('x', 'Exit code 3\nboom')])).toMatchObject({ hasFailed: true });
    expect(factsOf([['Edit', {}, '<tool_use_error>String to replace not found']]).errors).toHaveLength(1);
  });

  test('without words is a failed command, and no error that can repeat itself', () => {
    for (const response of ['Exit code 1', 'Exit code 1\n \n', '']) {
      expect(factsOf([bash('grep -q x a', response, true)])).toMatchObject({ hasFailed: true, errors: [] });
    }
  });

  test('of a tool that runs no command is no failed command', () => {
    const facts = factsOf([['Read', { file_path: '/p/x' }, 'File does not exist.', true]]);
    expect(facts).not.toHaveProperty('hasFailed');
    expect(factsOf([bash('touch x', "touch in '/p/x' needs approval.", true)])).toMatchObject({
      denials: 1,
      errors: [],
    });
    expect(factsOf([bash('touch x', "touch in '/p/x' needs approval.", true)])).not.toHaveProperty(
      'hasFailed',
    );
  });
});

describe('a row of errors ends', () => {
  test.each([
    ['with a test', bash('cd /p && npm test 2>&1 | tail -5', 'ok')],
    ['with a check of a criterion', bash('./accept.sh --fast', 'ok')],
    ['with the call that failed last', bash('cat a', 'ok')],
  ])('%s that passes', (_, row) => {
    const about = { checks: ['./accept.sh'], failedBefore: digest('Bash {"command":"cat a"}') };
    expect(factsOf([row], about)).toMatchObject({ hasPassed: true });
    const [name, input] = row;
    expect(factsOf([[name, input, 'Exit code 1\nno', true]], about)).not.toHaveProperty('hasPassed');
  });

  test('not with another command that passes', () => {
    expect(factsOf([bash('ls', 'a')], { checks: ['./accept.sh'] })).not.toHaveProperty('hasPassed');
  });

  test.each([
    'npm test',
    'npm run -s test:unit',
    'CI=1 pnpm --filter core run typecheck',
    'go test ./...',
    'cargo clippy --all',
    'python -m pytest -q',
    './gradlew test',
    'node_modules/.bin/vitest run',
    'make check',
    'bash scripts/test.sh',
    '"/x/bin/loop" verify',
    '(cd a; npx tsc --noEmit)',
  ])('%s proves something', (command) => {
    expect(isProvingCommand(command, [])).toBe(true);
  });

  test.each([
    'ls test',
    'cat test.txt',
    'cd tests',
    'git commit -m "npm test"',
    'grep -r check src',
    'npm install',
    '',
  ])('%s proves nothing', (command) => {
    expect(isProvingCommand(command, [''])).toBe(false);
  });
});

describe('a file that no breaker counts', () => {
  test.each([
    ['/home/u/.claude/plans/a.md', true],
    ['/p/.claude/settings.json', true],
    ['/p/PLAN.md', true],
    ['/p/docs/plans/2026-01-01-cache.md', true],
    ['/p/fix_plan.md', true],
    ['/p/TODO.md', true],
    ['/tmp/scratch.py', true],
    ['/private/var/folders/xy/T/a.js', true],
    ['C:\\Users\\u\\AppData\\Local\\Temp\\a.js', true],
    ['/p/src/a.ts', false],
    ['/p/src/plan.ts', false],
    ['/p/planet.md', false],
    ['/p/README.md', false],
    ['/p/.claude/worktrees/x/src/a.ts', false],
    ['/elsewhere/a.ts', false],
  ])('%s: %s', (path, expected) => {
    expect(isScratch(path, '/p')).toBe(expected);
  });

  test('is none in a project that lies in a temporary folder', () => {
    expect(isScratch('/tmp/p/a.ts', '/tmp/p')).toBe(false);
    expect(isScratch('/tmp/other/a.ts', '/tmp/p')).toBe(true);
  });

  test('is an edit, and named as one that does not count', () => {
    const edit = (file_path: string): Row => ['Edit', { file_path }, 'ok'];
    expect(factsOf([edit('/p/a.ts'), edit('/p/PLAN.md'), edit('/p/PLAN.md')])).toMatchObject({
      edits: ['/p/a.ts', '/p/PLAN.md', '/p/PLAN.md'],
      scratch: ['/p/PLAN.md'],
    });
  });
});
