import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseTyped } from '@loopwright/core/contract';
import { expect, test } from 'vitest';
import { questionsOf } from '../../src/answers/score-report.ts';
import { LEAST_POINTS } from '../../src/plan/least-points.ts';
import { planStart } from '../../src/plan/start-plan.ts';
import { CliError } from '../../src/program/cli-error.ts';
import { isLoopQuestion } from '../../../../packages/hooks/src/text/is-loop-question.ts';
import type { Context } from '../../src/program/context.ts';
import { flagsByAuthor } from '../../src/verbs/start/read-start.ts';
import { expectFile } from '../support/expect-file.ts';

type Outcome = readonly ['started' | 'asked' | 'answered' | 'refused', why: string];

const typed = readFileSync(join(import.meta.dirname, 'what-people-type.txt'), 'utf8')
  .trim()
  .split('\n');
const outcomes = typed.map((text) => [text, outcomeOf(text)] as const);
const count = (...kinds: readonly Outcome[0][]): number =>
  outcomes.filter(([, [kind]]) => kinds.includes(kind)).length;

test('of sixty texts that people type at least fifty start or ask one good question', () => {
  expect(typed).toHaveLength(60);
  expect(new Set(typed).size).toBe(60);
  expect(count('started', 'asked')).toBeGreaterThanOrEqual(50);
  for (const [text, [, why]] of outcomes) expect(why, text).not.toBe('');
});

test('each gets what the table says, and why', () => {
  const rows = outcomes.map(([text, [kind, why]]) => `| ${cell(text)} | ${kind} | ${why} |`);
  expectFile(
    'what-people-type.md',
    [
      '# What people type after /loop:start, and what they get',
      '',
      `Of ${typed.length} texts ${count('started')} start at once, ${count('asked')} get a question first, ${count('answered')} get an answer and no loop, and ${count('refused')} are refused with the reason.`,
      '',
      '| typed | gets | why |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  );
});

/** What `/loop:start` and these words lead to, as the hook and `loop start` decide it. */
function outcomeOf(text: string): Outcome {
  if (isLoopQuestion(text)) return ['answered', 'a question about loops: nothing starts'];
  // `as`: only these parts of the world are read without a spec file.
  const context = { env: {}, cwd: '/', now: () => 0, newId: () => 'id' } as unknown as Context;
  try {
    const { spec, user, claude } = flagsByAuthor(
      context,
      { flags: {}, by: 'claude' },
      parseTyped('loop:start', text),
    );
    const { score } = planStart(context, {
      spec,
      sessionId: 's',
      user,
      claude,
      mode: undefined,
      isHeadless: false,
    });
    const points = `${score.total}/10`;
    return score.total >= LEAST_POINTS
      ? ['started', points]
      : ['asked', `${points}: ${questionsOf(score)[0] ?? ''}`];
  } catch (error) {
    if (error instanceof CliError) return ['refused', cell(error.message)];
    throw error;
  }
}

function cell(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
