import { describe, expect, test } from 'vitest';
import type { JudgeAnswer } from '../../src/model/vocabulary.ts';
import type { Judgement } from '../../src/model/run.ts';
import { roundsLeft } from '../../src/proofs.ts';
import { continuation } from '../../src/text/continuation.ts';
import { eventText } from '../../src/text/events.ts';
import { endSentence } from '../../src/text/end.ts';
import { summaryMarkdown, trustLines } from '../../src/text/summary.ts';
import { trustSummary } from '../../src/trust.ts';
import { resume } from '../support/commands.ts';
import { type AnyLoose, given, type Outcome, result, SAME_TREE, started } from '../support/given.ts';

const begin = started({
  criteria: [{ name: 'docs', by: 'user', check: { judge: 'the README explains it', rounds: 2, by: 'user' } }],
});
const claim = { type: 'signal', isDone: true } as const;
const stop = { type: 'stop', fingerprints: SAME_TREE, isContinuing: false } as const;

/** The answer of a judge. */
function said(answer: JudgeAnswer, about: Partial<Judgement> = {}): AnyLoose {
  const judgement: Judgement = {
    answer,
    askedBy: 'hook',
    model: 'claude-haiku',
    prompt: 1,
    usd: 0.25,
    tokens: 100,
    ...about,
  };
  const { criterion, evidence } = result('docs', answer === 'yes', {
    witness: 'judge',
    reason: 'The README has a title only.',
    judgement,
  });
  return { type: 'verify', results: [{ criterion, evidence }] };
}

function after(...commands: readonly AnyLoose[]): Outcome {
  return given(begin).when(...commands);
}

describe('a judge', () => {
  test('that says yes ends the loop, and the end calls it judged', () => {
    const { run } = after(said('yes'), claim, stop);
    expect(run?.ending).toMatchObject({ kind: 'verified', seen: { judge: ['docs'] } });
    expect(endSentence(run!)).toContain('✓ Done: docs, judged by a model');
  });

  test('that Claude’s own shell asked is named so, and has no word of its own at the end', () => {
    const { run } = after(said('yes', { askedBy: 'session' }), claim, stop);
    expect(endSentence(run!)).toContain("✓ Done: docs, judged in Claude's own shell");
    expect(trustLines(trustSummary(run!))[0]).toMatch(
      /judged in Claude's own shell at .*, claude-haiku said yes, asked 1×/,
    );
  });

  test.each(['no', 'cannot tell', 'none'] as const)('that answers %s proves nothing', (answer) => {
    const { run, verdict } = after(said(answer), claim, stop);
    expect(verdict).toMatchObject({
      rule: 'unproved',
      missing: [{ name: 'docs', why: 'failed', isJudged: true }],
    });
    expect(run?.status).toBe('active');
  });

  test('costs what it costs, on every loop of the stack', () => {
    const { run } = given(begin).when(
      { type: 'push' },
      { type: 'criterion', action: 'add', name: 'docs', check: { judge: 'so' } },
      said('no'),
    );
    expect(run?.frames.map(({ spend }) => spend)).toEqual([
      { usd: 0.25, tokens: 100 },
      { usd: 0.25, tokens: 100 },
    ]);
  });

  test('is asked as often as it may be, and then the loop pauses', () => {
    const once = after(said('no'), stop);
    expect(once.run?.status).toBe('active');
    expect(roundsLeft(once.frame.criteria[0]!)).toBe(1);
    const twice = after(said('no'), said('none'), claim, stop);
    expect(twice.run?.ending).toMatchObject({ kind: 'paused', cause: { breaker: 'judge' } });
  });

  test('is asked once more after a pause', () => {
    const { frame, run } = after(said('no'), said('no'), stop, resume, stop);
    expect(run?.status).toBe('active');
    expect(roundsLeft(frame.criteria[0]!)).toBe(1);
  });

  test('has five rounds unless the criterion says otherwise', () => {
    expect(roundsLeft({ name: 'x', failures: 0, check: { judge: 'so' } })).toBe(5);
    expect(roundsLeft({ name: 'x', failures: 0, check: { command: 'true' } })).toBe(Infinity);
  });

  test('that failed is nothing to ask a panel about; a no is', () => {
    expect(after(said('none')).notices).toEqual([]);
    expect(after(said('no')).notices).toEqual([{ code: 'ask-panel', subject: 'docs' }]);
  });
});

describe('the texts', () => {
  test('name the judge, not a check', () => {
    const no = after(said('no'), claim, stop);
    const block = no.verdict?.kind === 'block' ? no.verdict : undefined;
    const outputs = [
      { criterion: 'docs', text: 'The README has a title only.', isOld: true, judged: 'no' },
    ] as const;
    expect(continuation(no.run, block!, 'loop', { outputs, unseen: [] })).toContain(
      'The judge of "docs" said no. Not asked again: no file has changed since. Its reason:\nThe README has a title only.',
    );
    expect(continuation(no.run, block!)).toContain('docs (its judge did not say yes)');
    expect(summaryMarkdown(no.run!)).toContain('- [ ] docs (judge said no at');
    const { events } = after(said('none'));
    expect(eventText(events[0]!)).toBe('Judge of “docs” gave no answer in 0s: The README has a title only.');
    expect(trustLines(trustSummary(no.run!))[0]).toBe(
      '"docs" (asked for by the user), by `judge: the README explains it`: failed, judged at 2026-02-05T10:00:00Z, claude-haiku said no, asked 1×.',
    );
  });
});
