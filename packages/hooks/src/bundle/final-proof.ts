import type { AskJudge } from '../judge/judge-evidence.ts';

export { auditJournal } from '@loopwright/store';
export { toTrial, WRITES_NOTHING } from '../edge/trial.ts';
export { isHandMade } from '../proof/hand-made.ts';
export { isAgreed } from '../proof/agreed-checks.ts';
export { approveTyped } from '../proof/approve-checks.ts';
export { proveClaim } from '../proof/prove-claim.ts';
export { rememberPrompt } from '../proof/named-agreement.ts';
export { rememberWords } from '../proof/typed-words.ts';

/** The part of the bundle that asks judges. Only a claim that a judge decides loads it. */
const judgePart = (): typeof import('./judge.ts') => require('./judge.cjs');

/** Asks judges for the stop hook. */
export function judgeOf(root: string, env: Readonly<Record<string, string | undefined>>): AskJudge {
  return (check, run, call) => {
    const { askJudge, findJudgeClient } = judgePart();
    return askJudge(check, { root, run, env, program: findJudgeClient(env, root), askedBy: 'hook' }, call);
  };
}
