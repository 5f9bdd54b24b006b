// @module-tag deep
import { type ClaudeRun, type ModelScripts, say, type Step, type ToolCall, tools } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, castModel, loop, plugin, setStage, toldTo } from '../support/stage.ts';

const SPEC = [
  'improve auth: POST /api/auth/token answers expired tokens with a ValidationError.',
  'Only src/auth.js changes, no new dependencies.',
  'All tests in npm test pass, and npm run lint is clean.',
  'Done when the PR is merged to main.',
].join('\n');

const SHAPE = [
  '# Shape: validation in auth',
  '## Criteria',
  '- every part is there: `test -f part-1 -a -f part-2 -a -f part-3`',
  '- no token is logged: `! grep -s token log.txt`',
  '## mustNot',
  '- log tokens: `test ! -e log.txt`',
  '## Verification',
  '- execution output: every check on the work as it is',
].join('\n');

/** The reviewers, and the folder that they read. */
const BY = '--reviewer "correctness, security, simplicity"';

/** Claude writes a file of the loop. */
function write(path: string, text: string): Step {
  return bash(`mkdir -p .loop/shape && cat > ${path} <<'END'\n${text}\nEND`);
}

/** Claude starts a worker with its line of the wave, and waits for it. */
function worker(prompt: string): ToolCall {
  return {
    name: 'Agent',
    input: { description: 'a task', prompt, subagent_type: 'loop:worker', run_in_background: false },
  };
}

/** The steps of a worker that claims its task, makes its part, and completes it. */
function workerOf(
  id: number,
  owner: string,
  work = `echo done > part-${id}`,
): { matching: string; script: Step[] } {
  return {
    matching: `as ${owner}.`,
    script: [
      loop(`task claim ${id} --owner ${owner}`),
      bash(work),
      loop(`task complete ${id} --owner ${owner}`),
      say(`Task ${id} is reported.`),
    ],
  };
}

const order = (id: number, owner: string): ToolCall =>
  worker(`Do task ${id} with ${plugin}/bin/loop as ${owner}.`);

/** The last message: the block that the gate printed, letter by letter. */
const sayBlock: Step = ({ newTexts }) =>
  say(
    /<loop-complete>[\s\S]*?<\/loop-complete>/.exec(newTexts.join('\n'))?.[0] ?? 'The gate printed no block.',
  );

const resumed = (stage: string, scores: string, progress: string, reviews: string, next: string): string =>
  [
    '[LOOP RESUME] Active loop detected',
    `Stage: ${stage} | ${scores}`,
    `Progress: ${progress}`,
    `Reviews: ${reviews}`,
    `Next: ${next}`,
  ].join('\n');

test(
  'seed 002: a vague wish goes all the way to its gate, a new session after every stage',
  { timeout: 480_000 },
  async () => {
    const { runOf, view, play } = await setStage([]);
    const told: string[] = [];
    const runs: ClaudeRun[] = [];
    const session = async (prompt: string, scripts: ModelScripts): Promise<ClaudeRun> => {
      const model = await castModel(scripts);
      const run = await play(prompt, { model, timeoutMs: 120_000 });
      expect(model.unscripted).toEqual([]);
      told.push(toldTo(model));
      runs.push(run);
      return run;
    };
    const rest: readonly Step[] = [loop('pause "until tomorrow"'), say('Until tomorrow.')];
    const goOn = (
      steps: readonly Step[],
      subagents: NonNullable<ModelScripts['subagents']> = [],
    ): Promise<ClaudeRun> =>
      session('/loop:continue', { main: [loop('continue'), ...steps, ...rest], subagents });
    const lastTold = (): string => told.at(-1) ?? '';

    // The wish has one point of ten, so the loop asks instead of starting.
    await session('/loop:start improve auth --workflow', { main: [loop('start'), ...rest] });
    expect(lastTold()).toContain('Total: 1/10');
    expect(lastTold()).toContain('Ask the user:');
    expect(await view('workflow-state.json')).toMatchObject({
      version: 1,
      stage: 'intent',
      task: 'improve auth',
      spec_score: 1,
    });

    // Answers come back, and with them eight points.
    await goOn([
      loop('task shape'),
      write('.loop/shape/SPEC.md', SPEC),
      loop('task shape --spec-file .loop/shape/SPEC.md'),
    ]);
    expect(lastTold()).toContain('Stage: intent | Spec: 1/10');
    expect(lastTold()).toContain('shaping it needs 5');
    expect(await view('workflow-state.json')).toMatchObject({
      stage: 'shape',
      spec_score: 9,
      shape_chosen: 'tool',
    });
    const { fit_score: fit } = await view('workflow-state.json');
    const scores = `Spec: 9/10 | Fit: ${fit}`;

    // A shape that can't be read changes nothing; one that can brings the criteria.
    await goOn([
      write('.loop/shape/SHAPE.md', SHAPE.replace('## mustNot', '## Whatever')),
      loop('task plan'),
      write('.loop/shape/SHAPE.md', SHAPE),
      loop('task plan'),
    ]);
    expect(lastTold()).toContain(
      resumed('shape', scores, '0/0 tasks | Wave: 0', 'none', 'Read SHAPE.md, continue to decompose'),
    );
    expect(lastTold()).toContain('line 5: "Whatever" is no section');
    expect(runOf(runs.at(-1)?.sessionId ?? '')?.frames[0]).toMatchObject({
      criteria: [
        { name: 'every part is there', check: {} },
        { name: 'no token is logged', check: {} },
      ],
      workflow: { stage: 'decompose', mustNot: ['log tokens'], verification: 'execution output' },
    });

    // Three tasks in two waves.
    await goOn([
      loop('task add "Part 1" --verify "test -f part-1"'),
      loop('task add "Part 2" --verify "test -f part-2"'),
      loop('task add "Part 3" --verify "test -f part-3" --blocked-by 1,2'),
      loop('task list'),
    ]);
    expect(lastTold()).toContain('Next: Continue creating tasks');
    expect(lastTold()).toContain('Wave 1 (0/2): T-001, T-002\nWave 2 (0/1): T-003');

    // Wave 1: two workers at once; one fails, a panel advises, and a second attempt follows.
    await goOn(
      [
        loop('task begin'),
        tools([order(1, 'wave-1-1'), order(2, 'wave-1-2')]),
        loop('task ask'),
        loop('task advise 2 "Write the file where the check looks for it"'),
        tools([order(2, 'second-try')]),
        loop('task finish'),
        loop(`review --wave 1 --score 8 ${BY} --finding "BLOCKER: part 2 logs tokens (mustNot 1)"`),
      ],
      [workerOf(1, 'wave-1-1'), workerOf(2, 'wave-1-2', 'echo done > elsewhere'), workerOf(2, 'second-try')],
    );
    expect(lastTold()).toContain('Panel on: 2 Part 2\n\nFailed 1×: its check failed (exit code 1)');
    expect(lastTold()).toContain('Wave 1: 8/10, 1 issue, 1 blocker (informational).');
    expect(runOf(runs.at(-1)?.sessionId ?? '')?.frames[0]?.tasks[1]).toMatchObject({
      status: 'completed',
      owner: 'second-try',
      metadata: { stuckCount: 1, wave: 1 },
    });

    // Wave 2 is left in the middle: its worker is gone for good.
    await goOn([loop('task begin'), loop('task claim 3 --owner wave-2-3')]);
    await goOn(
      [
        loop('task release --owner wave-2-3'),
        tools([order(3, 'wave-2-3b')]),
        loop('task finish'),
        loop(`review --wave 2 --score 9 ${BY}`),
        loop('review begin'),
      ],
      [workerOf(3, 'wave-2-3b')],
    );
    expect(lastTold()).toContain('Next: Read the tasks, continue waves');
    expect(lastTold()).toContain('Free again: T-003.');

    // The thorough review remembers the blocker of wave 1 and makes a task of it.
    await goOn([
      loop('gate --confidence 90'),
      loop(`review thorough ${BY} --finding "SUGGESTION: shorter names"`),
    ]);
    expect(lastTold()).toContain(
      resumed(
        'review',
        scores,
        '3/3 tasks | Wave: 2',
        'wave 1: 8/10, 1 blockers; wave 2: 9/10',
        'Load review state, continue resolution',
      ),
    );
    expect(lastTold()).toContain('The gate is not tried yet. Missing:\n- thorough review');
    expect(lastTold()).toContain('each is a task now:\n- T-004: part 2 logs tokens (mustNot 1)');
    expect(await view('workflow-state.json')).toMatchObject({
      stage: 'executing',
      reviews: { thorough: { passed: false, blockers_remaining: 1 } },
    });
    await goOn(
      [
        loop('task change 4 --verify "test ! -e log.txt"'),
        loop('task begin'),
        tools([order(4, 'wave-3-4')]),
        loop('task finish'),
        loop(`review --wave 3 --score 9 ${BY}`),
        loop('review begin'),
        loop(`review thorough ${BY} --finding "SUGGESTION: shorter names"`),
      ],
      [workerOf(4, 'wave-3-4', 'rm -f log.txt')],
    );
    expect(lastTold()).toContain('The thorough review passed.');

    // The gate runs every check once more, and Claude says its output.
    const last = await session('/loop:continue', {
      main: [
        loop('continue'),
        loop(
          'gate --confidence 90 --risk "Edge cases in validation" --alternative "Manual verification" --reversibility "Type 2B" --points 5',
        ),
        sayBlock,
      ],
    });
    const said = last.result?.result ?? '';
    expect(said).toMatch(/^<loop-complete>\nAll tasks verified:\n- T-001: ✓ Part 1\n[^]*<\/loop-complete>$/);
    expect(said).toContain('- SUGGESTION: shorter names (follow-up: nobody was there to ask)');
    expect(said).toContain('│ Tasks: 4/4 complete                │');
    expect(last.notices.at(-1)).toMatch(
      /✓ Done: every part is there \(.*\), no token is logged \(.*\), run in Claude's own shell/,
    );
    // Nobody edited a file by hand.
    expect(last.notices.join('\n')).not.toContain('was not taken over');
    const { sessionId } = last;
    expect(runOf(sessionId)).toMatchObject({
      status: 'completed',
      ending: { kind: 'verified' },
      frames: [
        {
          spec: 'improve auth',
          workflow: { stage: 'complete', gate: { passed: true }, thorough: { passed: true } },
        },
      ],
    });
    expect(new Set(runs.map((run) => run.sessionId)).size).toBe(runs.length);
  },
);
