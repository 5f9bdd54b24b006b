import { sanitizeLine } from '@loopwright/core';
import type { PlanScore } from '@loopwright/scoring';
import { readLearnings, type OpenRun } from '@loopwright/store';
import { questionsOf } from '../../answers/score-report.ts';
import { submit } from '../../session/submit.ts';
import { surface } from '../../workflow/learnings.ts';

/**
 * Begins a workflow: recalls lessons of earlier loops, and asks questions about an unclear spec. Records
 * both, and returns lines for the user.
 */
export function beginWorkflow(opened: OpenRun, score: PlanScore, at: number): string[] {
  const frame = opened.run.frames.at(-1);
  const lessons = surface(readLearnings(opened.root), frame?.spec ?? '');
  const questions = frame?.workflow?.stage === 'intent' ? questionsOf(score) : [];
  const recalled = lessons.length > 0 && { recallSurfaced: lessons.map(({ text }) => sanitizeLine(text)) };
  const asked = questions.length > 0 && { question: questions.join(' ') };
  if (recalled || asked) submit(opened, { type: 'stage', at, ...recalled, ...asked });
  return [
    ...(recalled ? ['Learned before, to be confirmed or dismissed (loop recall confirm|dismiss ID):'] : []),
    ...lessons.map(({ id, kind, text }) => `- ${id} ${kind}: ${sanitizeLine(text)}`),
    ...(asked ? ['Ask the user:', ...questions.map((question) => `- ${question}`)] : []),
  ];
}
