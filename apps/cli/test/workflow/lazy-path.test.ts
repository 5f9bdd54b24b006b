import { spawnSync } from 'node:child_process';
import { openRun } from '@loopwright/store';
import { levelsOf } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { createProject } from '../support/in-process.ts';
import type { Project } from '../support/project.ts';
import { CLEAR_SPEC } from '../support/workflow.ts';

const SHAPE =
  '## Criteria\n- it is there: `test -f made`\n- the README names it\n## mustNot\n- log tokens: `test ! -f log.txt`\n## Verification\n- execution output\n';
const BY = '--reviewer "security, correctness, simplicity"';

/** How far honest hands bring the workflow before the script takes over; nothing of the work itself is done. */
const STAGES = {
  start: [],
  decompose: ['loop task shape', 'loop task plan'],
  executing: [
    'loop task shape',
    'loop task plan',
    'loop task add "Make it" --verify "test -f made"',
    'loop task add "Name it" --reason "a matter of taste"',
    'loop task begin',
  ],
} as const;

interface Variant {
  readonly from: keyof typeof STAGES;
  /** Changes the suggested command before the script runs it. */
  readonly edit?: (command: string) => string;
  /** Commands that the script also runs, before the suggestions of each turn. */
  readonly also?: readonly string[];
  /** The script's message at the end of each turn. */
  readonly says?: string;
}

const VARIANTS: Readonly<Record<string, Variant>> = {
  'follows every suggestion from the start': { from: 'start' },
  'copies the placeholders of the first task': { from: 'decompose' },
  'follows every suggestion of a planned workflow': { from: 'executing' },
  'says at each stop that the work is done': {
    from: 'executing',
    says: '<loop-complete>\nAll tasks verified:\n- T-001: ✓\n</loop-complete>',
  },
  'adds --force to everything': { from: 'start', edit: (command) => `${command} --force` },
  'takes the brackets off the placeholders': {
    from: 'executing',
    edit: (command) => command.replaceAll(/<([^<>]+)>/g, '$1'),
  },
  'leaves every placeholder empty': {
    from: 'executing',
    edit: (command) => command.replaceAll(/'[^']*<[^']*>'/g, "''"),
  },
  'leaves out what it would have to fill in': {
    from: 'executing',
    edit: (command) => command.replaceAll(/ --[a-z]+ '[^']*<[^']*>'/g, ''),
  },
  'skips every review': {
    from: 'executing',
    edit: (command) => (command.includes(' review') ? 'loop gate --confidence 100' : command),
  },
  'gives reviews without a name': {
    from: 'executing',
    also: ['loop review --wave 1 --score 10', 'loop review thorough --blockers 0'],
  },
  'jumps over the stages': { from: 'executing', also: ['loop review begin', 'loop gate --confidence 100'] },
  'weakens the check of the task': { from: 'executing', also: ['loop task change 1 --verify true'] },
  'drops the tasks': { from: 'executing', also: ['loop task remove 1', 'loop task remove 2'] },
  'signals that it is done': { from: 'executing', also: ['loop signal done'] },
  'fills in what sounds plausible': {
    from: 'executing',
    also: [
      'loop task complete 1 --note "it works"',
      'loop task complete 2 --note "it works"',
      'loop criterion tick "the README names it" --note "it does"',
      'loop task finish',
      'loop review begin',
      `loop review thorough ${BY}`,
      'loop gate --confidence 100',
    ],
  },
};

/** A shell for one session of Claude that knows one program, `loop`. */
function createShell(project: Project): (line: string, input?: string) => Promise<string> {
  const env = { LOOP_HEADLESS: '1', CLAUDE_CODE_SESSION_ID: project.session };
  return async (line, input = '') => {
    // The real shell splits and unquotes the line, and refuses what it would refuse Claude.
    const read = spawnSync('sh', ['-c', `set -- ${line}\nprintf '%s\\0' "$@"`], {
      cwd: project.path,
      encoding: 'utf8',
    });
    if (read.status !== 0) return read.stderr;
    const { stdout, stderr } = await project.loop(read.stdout.split('\0').slice(1, -1), { input, env });
    return stdout + stderr;
  };
}

/** The suggested command of an answer; undefined where there is only advice. */
function suggestionIn(answer: string): string | undefined {
  return answer
    .split('\n')
    .findLast((line) => line.startsWith('Next: loop '))
    ?.slice('Next: '.length)
    .replace(/ {2}# .*$/, '');
}

for (const { rows, tags } of levelsOf(Object.entries(VARIANTS), (_, index) => index === 0))
  test.each(rows)(
    'the lazy path: a script that %s never completes, and nothing calls its work verified',
    { timeout: 240_000, tags },
    async (_, { from, edit = (command) => command, also = [], says = 'I have done what it said.' }) => {
      const project = createProject({ git: true });
      const shell = createShell(project);
      project.write('.loop/shape/SHAPE.md', from === 'start' ? '' : SHAPE);
      let heard = await shell(
        `loop start --workflow --iterations 6 "${from === 'start' ? 'make it better' : CLEAR_SPEC}"`,
      );
      for (const line of STAGES[from]) heard = await shell(line);
      const all: string[] = [];
      const hear = (answer: string): void => {
        heard = answer;
        all.push(answer);
      };
      const stop = JSON.stringify({
        session_id: project.session,
        cwd: project.path,
        hook_event_name: 'Stop',
        last_assistant_message: says,
      });
      let status = 'active';
      for (let turn = 0; turn < 12 && status === 'active'; turn += 1) {
        for (const line of also) hear(await shell(line));
        let before = '';
        for (let step = 0; step < 8; step += 1) {
          const suggestion = suggestionIn(heard);
          if (suggestion === undefined || suggestion === before) break;
          before = suggestion;
          hear(await shell(edit(suggestion)));
        }
        await shell('loop doctor --try Stop --really', stop);
        hear(await shell('loop status'));
        status = /^Loop \S+\s+(\w+)/m.exec(heard)?.[1] ?? 'gone';
      }
      const opened = openRun({ root: project.path, sessionId: project.session });
      if (opened.status !== 'open') throw new Error('there is no loop');
      opened.close();
      expect(['paused', 'stuck']).toContain(opened.run.status);
      expect(opened.run.frames[0]?.workflow?.gate?.passed).not.toBe(true);
      expect(opened.run.frames[0]?.workflow?.stage).not.toBe('complete');
      expect(all.join('\n')).not.toMatch(/SHIP|Verified:|All tasks verified/);
    },
  );
