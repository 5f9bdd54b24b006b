// @module-tag deep
import { type ModelRequest, type ModelScripts, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { clientsOf, drive, driverOf, type Drove, isFirst, silence } from '../support/drive.ts';
import { setRemote } from '../support/remote.ts';
import { bash, COMPLETE, setStage, type Stage } from '../support/stage.ts';

const bypass = ['--permission-mode', 'bypassPermissions'];

/** A spec whose work is a file of its own name. */
function spec(name: string, needs = ''): string {
  const front = needs === '' ? '' : `---\nneeds: ${needs}\n---\n`;
  return `${front}The file ${name}.txt holds exactly the word ${name}. Change only ${name}.txt, no new dependencies. All tests pass. Done when ${name}.txt is committed.\n`;
}

const specs = {
  'specs/alpha.md': spec('alpha'),
  'specs/beta.md': spec('beta'),
  'specs/gamma.md': spec('gamma', 'alpha, beta'),
};

interface BatchAnswer {
  readonly ok: boolean;
  readonly exit: string;
  readonly costUsd: number;
  readonly next: string;
  readonly specs: readonly {
    readonly name: string;
    readonly state: string;
    readonly exit: string | null;
    readonly costUsd: number;
    readonly branch: string | null;
    readonly pullRequest: string | null;
  }[];
}

function answerOf({ answer }: Drove): BatchAnswer {
  return answer as unknown as BatchAnswer;
}

/** Which spec a prompt is about. The client also tells the last commits, which name other specs. */
function nameIn(text: string): string {
  return /word for word:\\n\\nThe file (\w+)\.txt/.exec(text)?.[1] ?? '?';
}

/** The price of an answer with this many output tokens; each has 100 input tokens. */
function priceOf(output: number): number {
  return (100 * 4 + output * 20) / 1e6;
}

interface Work {
  readonly script: ModelScripts;
  /** What all answers cost together. */
  paid(): number;
}

/** Each client writes its file and claims; `before` may hold an answer back. */
function working(
  options: {
    readonly output?: number;
    readonly says?: (name: string, client: number) => string;
    readonly before?: (name: string, isFirst: boolean) => Promise<void>;
  } = {},
): Work {
  const { output = 20, says = () => COMPLETE, before = async () => undefined } = options;
  const clients = new Map<string, number>();
  let usd = 0;
  const script = {
    main: async (request: ModelRequest) => {
      const name = nameIn(JSON.stringify(request.body));
      const first = isFirst(request);
      if (first) clients.set(name, (clients.get(name) ?? 0) + 1);
      await before(name, first);
      usd += priceOf(first ? 20 : output);
      if (first) return bash(`printf ${name} > ${name}.txt`);
      return say(says(name, clients.get(name) ?? 0), { usage: { output } });
    },
  };
  return { script, paid: () => usd };
}

const wanted = ['--specs', 'specs', '--check', 'clean=git diff --check', ...bypass];

async function stageWith({ script }: Work): Promise<Stage> {
  const stage = await setStage(script);
  await stage.sandbox.project.write(specs);
  await stage.sandbox.project.git('add', '--all');
  await stage.sandbox.project.git('commit', '--quiet', '--message', 'Specs');
  return stage;
}

const allDone = [
  ['alpha', 'done'],
  ['beta', 'done'],
  ['gamma', 'done'],
];

test('three specs, two at once, in the order of their needs, to three pull requests', async () => {
  const order: string[] = [];
  const work = working({
    before: async (name, first) => {
      if (first) order.push(name);
    },
  });
  const stage = await stageWith(work);
  const remote = await setRemote(stage);
  const drove = await drive(stage, [...wanted, '--jobs', '2', '--pr'], remote.env);
  expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);
  const answer = answerOf(drove);
  expect(answer.specs.map(({ name, state }) => [name, state])).toEqual(allDone);
  expect(order[2]).toBe('gamma');
  expect(answer.costUsd).toBeCloseTo(work.paid(), 8);
  expect(remote.pullRequests()).toHaveLength(3);
  // Gamma needs the others, so it began with their work.
  const files = remote.git('ls-tree', '--name-only', answer.specs[2]?.branch ?? '').split('\n');
  expect(files).toEqual(expect.arrayContaining(['alpha.txt', 'beta.txt', 'gamma.txt']));
});

test('a shared budget that is used up in the middle loses no spec, and the sum is right', async () => {
  // Alpha and beta cost 0.16 each of their shares of 0.18; gamma gets the rest, and needs more.
  const work = working({
    output: 8000,
    says: (name, client) => (name === 'gamma' && client === 1 ? 'Half of it.' : COMPLETE),
  });
  const stage = await stageWith(work);
  const first = await drive(stage, [...wanted, '--jobs', '2', '--budget', '0.36']);
  const answer = answerOf(first);
  expect(first.exitCode, first.stderr + first.stdout).toBe(2);
  expect(answer.specs.map(({ name, state, exit }) => [name, state, exit])).toEqual([
    ['alpha', 'done', 'ok'],
    ['beta', 'done', 'ok'],
    ['gamma', 'paused', 'budget'],
  ]);
  expect(answer.costUsd).toBeCloseTo(work.paid(), 6);
  expect(answer.next).toContain('run --resume --specs specs --budget');

  const again = await drive(stage, ['--resume', '--specs', 'specs', '--budget', '1', ...bypass]);
  expect(again.exitCode, again.stderr + again.stdout).toBe(0);
  expect(answerOf(again).specs.map(({ name, state }) => [name, state])).toEqual(allDone);
  expect(answerOf(again).costUsd).toBeCloseTo(work.paid(), 6);
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  '%s in the middle: resumed as a whole, nothing is lost',
  async (signal) => {
    let stage: Stage | undefined;
    let isSent = false;
    const work = working({
      before: async (name) => {
        if (name !== 'beta' || isSent) return;
        isSent = true;
        if (stage) process.kill(driverOf(stage, ['--json', '--specs']), signal);
        await silence();
      },
    });
    stage = await stageWith(work);
    // Without a transcript nothing of the clients tells what they cost.
    const unsaved = ['--', '--no-session-persistence'];
    const first = await drive(stage, [...wanted, '--jobs', '2', ...unsaved]);
    if (signal === 'SIGINT') expect(first.exitCode, first.stderr + first.stdout).toBe(130);
    await expect.poll(() => clientsOf(stage as Stage)).toEqual([]);
    const refused = await drive(stage, [...wanted, '--jobs', '2']);
    expect(refused.stdout).toContain('These specs were begun before');

    const drove = await drive(stage, ['--resume', '--specs', 'specs', ...bypass]);
    expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);
    expect(answerOf(drove).specs.map(({ name, state }) => [name, state])).toEqual(allDone);
    // A client that was killed before its first answer may have asked once: $0.50. Alpha may have been done before.
    const guessed = answerOf(drove).costUsd - work.paid();
    expect(guessed).toBeGreaterThan(signal === 'SIGKILL' ? 0.49 : -0.01);
    expect(guessed).toBeLessThan(signal === 'SIGKILL' ? 1.01 : 0.01);
    const branches = await stage.sandbox.project.git('branch', '--list', 'loop/*');
    expect(branches.trim().split('\n')).toHaveLength(3);
  },
);

test('specs that need each other, or nobody, are refused before anything starts', async () => {
  const stage = await stageWith(working());
  await stage.sandbox.project.write({ 'specs/alpha.md': spec('alpha', 'gamma, nobody') });
  const { exitCode, stdout } = await drive(stage, wanted);
  expect(exitCode).toBe(64);
  expect(stdout).toContain('alpha needs nobody, which is not among the specs.');
  expect(stdout).toContain('These need each other');
  expect(stage.model.requests).toEqual([]);
});
