// @module-tag deep
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelRequest, runClaude, say, type Step } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { judgeSeen } from '../support/judge.ts';
import { bash, COMPLETE, loop, mend, sampleFiles, setStage } from '../support/stage.ts';

/** One loop, played twice: as before the final proof, with `loop verify` before a claim, and with a claim alone. */
interface Script {
  readonly name: string;
  readonly prompt: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly verified: readonly Step[];
  readonly claimed: readonly Step[];
}

/** The turns and tokens that a loop took. */
interface Taken {
  readonly turns: number;
  /** The texts of all requests of the conversation, at four characters a token. */
  readonly tokens: number;
}

const RECORD = join(import.meta.dirname, 'turns.txt');
const isUpdating = process.env['UPDATE'] === '1';
const CHARACTERS_PER_TOKEN = 4;

const TESTS = '/loop:start make the tests pass --check "tests pass=node test.js"';
const start = loop('start --force');
const verify = loop('verify');
const claim = say(COMPLETE);
const explain = bash("printf '# Sum\\n\\nsum(a, b) adds two numbers.\\n' > README.md");
const yes = { answer: 'yes', reason: 'It says so.', places: [{ file: 'README.md', line: 3 }] };
const asked: ModelRequest[] = [];

const scripts: readonly Script[] = [
  {
    name: 'a plain claim',
    prompt: TESTS,
    verified: [start, mend, verify, claim],
    claimed: [start, mend, claim],
  },
  {
    name: 'a check that fails first',
    prompt: TESTS,
    verified: [start, verify, mend, verify, claim],
    claimed: [start, claim, mend, claim],
  },
  {
    name: 'two checks',
    prompt: `${TESTS} --check "syntax=node --check sum.js"`,
    verified: [start, mend, verify, claim],
    claimed: [start, mend, claim],
  },
  {
    name: 'a check and a judge',
    prompt: `${TESTS} --judge "docs=the README explains what sum does"`,
    files: { ...sampleFiles, 'README.md': '# Sum\n' },
    verified: [start, mend, explain, verify, judgeSeen(yes, asked), claim, judgeSeen(yes, asked)],
    claimed: [start, mend, explain, claim, judgeSeen(yes, asked)],
  },
  {
    name: 'a task with a check of its own',
    prompt: TESTS,
    verified: [
      start,
      loop('task add "Mend the sum" --verify "node test.js"'),
      mend,
      loop('task complete 1'),
      verify,
      claim,
    ],
    claimed: [
      start,
      loop('task add "Mend the sum" --verify "node test.js"'),
      mend,
      loop('task complete 1'),
      claim,
    ],
  },
];

const taken = new Map<string, { readonly before: Taken; readonly after: Taken }>();

test.each(scripts)('$name: a claim alone takes a turn less, and ends alike', async (script) => {
  const before = await play(script, script.verified);
  const after = await play(script, script.claimed);
  taken.set(script.name, { before, after });
  expect(after.turns).toBe(before.turns - 1);
  expect(after.tokens).toBeLessThan(before.tokens);
});

test('the table is as it was recorded, up to a tenth', () => {
  if (isUpdating) writeFileSync(RECORD, table());
  const recorded = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '';
  const figures = (text: string): number[] => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const [was, is] = [figures(recorded), figures(table())];
  expect(was).toHaveLength(is.length);
  was.forEach((figure, index) =>
    expect(Math.abs(figure - (is[index] ?? 0))).toBeLessThanOrEqual(figure / 10),
  );
});

async function play({ prompt, files }: Script, steps: readonly Step[]): Promise<Taken> {
  const { sandbox, model, plugins, runOf } = await setStage(steps, files ? { files } : {});
  const run = await runClaude({ sandbox, model, plugins, prompt });
  expect(model.unscripted).toEqual([]);
  expect(runOf(run.sessionId)).toMatchObject({ status: 'completed', ending: { kind: 'verified' } });
  const own = model.requests.filter(
    ({ kind, tools }) => kind === 'main' && !tools.includes('StructuredOutput'),
  );
  const characters = own.reduce(
    (sum, { texts }) => sum + texts.reduce((all, { text }) => all + text.length, 0),
    0,
  );
  return { turns: own.length, tokens: Math.round(characters / CHARACTERS_PER_TOKEN) };
}

function table(): string {
  const rows = [...taken].map(
    ([name, { before, after }]) =>
      `| ${name} | ${before.turns} | ${after.turns} | ${before.tokens} | ${after.tokens} |`,
  );
  return `${['| loop | turns before | turns now | tokens before | tokens now |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')}\n`;
}
