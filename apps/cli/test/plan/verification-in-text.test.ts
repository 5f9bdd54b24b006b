import { describe, expect, test } from 'vitest';
import { verificationIn } from '../../src/plan/verification-in-text.ts';

const commandsOf = (text: string): string[] => verificationIn(text).commands.map(({ command }) => command);
const criteriaOf = (text: string): readonly string[] => verificationIn(text).criteria;

const PLAN = `Implement the following plan:

# Close the menu on Esc

## Changes
- Run \`npm run old\` before. \`npm run lint\` is slow.

## Verification

1. **Types**: \`npx tsc --noEmit\` is clean
2. \`npm test\`, then \`npm run build\`
3. \`npm run dev\` and open /settings
4. The menu closes
   on Esc
- **By hand**:
  - It opens again
  - Its state stays

\`\`\`bash
# everything once more
cd web
npm test -- --run src/menu.test.ts   # new
cd ..
go test ./... -v 2>&1 | tail -20
git push
\`\`\`

## Notes
- \`npm run lint\` comes later
`;

test('takes the commands and the prose of a plan from its verification alone', () => {
  expect(commandsOf(PLAN)).toEqual([
    'npx tsc --noEmit',
    'npm test',
    'npm run build',
    'cd web && npm test -- --run src/menu.test.ts',
    'go test ./... -v',
  ]);
  expect(criteriaOf(PLAN)).toEqual([
    '`npm run dev` and open /settings',
    'The menu closes on Esc',
    'It opens again',
    'Its state stays',
  ]);
});

test.each([
  '## Verification',
  '### 4. Verification Plan',
  '## ✅ Verify',
  '### Phase 2 Verification',
  '## Verification contract',
  '## Validation and Acceptance',
  '#### Automated Verification:',
  '## Testing',
  '## Test plan (CI)',
  '# Acceptance',
  '## Acceptance criteria',
  '## Definition of Done',
  '## Step 5: Verify',
  '**Verification:**',
  '**Test plan**',
  'Success criteria:',
])('reads below %s', (heading) => {
  expect(commandsOf(`${heading}\n\n- \`npm test\` passes\n`)).toEqual(['npm test']);
  expect(commandsOf(`${heading}\n\n**More**\n\n# Next\n- \`npm test\`\n`)).toEqual([]);
});

test('reads a line with the label in front', () => {
  expect(commandsOf('**Verify:** `npm test` passes\n`npm run lint`')).toEqual(['npm test']);
  expect(commandsOf('- Test plan: `npm test`')).toEqual(['npm test']);
});

describe('no check is taken from', () => {
  test.each([
    ['a text without such a heading', 'Run `npm test`.'],
    ['a heading about tests to write', '## Test cases\n- `npm test` with an empty file'],
    ['a block that is no shell', '## Verification\n```ts\nnpm test\n```'],
    ['a block with control structures', '## Verification\n```sh\nfor i in 1 2; do\nnpm test\ndone\n```'],
    ['a list of files', '## Testing\n```\ntests/menu.test.ts\ntests/run.py - all\n```\n- `src/a.test.ts`'],
    ['the name of a tool', '## Testing\nUnit tests with `vitest` and `pytest`'],
    ['what must not run', "## Verification\n- Don't run `npm test` here\n- Use Esc instead of `npm test`"],
    ['an example', '## Verification\n- Name commands such as `npm test`, `rails test` or `go vet ./...`'],
    ['a step out of the project', '## Verification\n```sh\ncd ../other\nnpm test\n```'],
    ['a server, a push and a removal', '## Verify\n- `npm start`\n- `git push`\n- `rm -rf dist && npm test`'],
  ])('%s', (_what, text) => {
    expect(commandsOf(text)).toEqual([]);
  });
});

test('a script that is known to be no check is left out', () => {
  const text = '## Verification\n- `npm test`\n- `npm run lint`';
  const known = verificationIn(text, (_kind, name) => (name === 'test' ? 'rm -rf /' : ''));
  expect(known.commands.map(({ command }) => command)).toEqual(['npm run lint']);
});

test('long prose is cut, and entries below success criteria are read elsewhere', () => {
  expect(criteriaOf(`## Verify\n- ${'x'.repeat(300)}`)[0]).toHaveLength(200);
  expect(verificationIn('## Success criteria\n- `npm test` passes\n- docs')).toEqual({
    criteria: [],
    commands: [{ command: 'npm test', purpose: 'tests', entry: '`npm test` passes' }],
  });
});
