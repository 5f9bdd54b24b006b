/** The kinds of loop of seed 004. They differ in the signals that end them. */
export const MODES = ['loop', 'issue', 'grind'] as const;
export type Mode = (typeof MODES)[number];

/** How closely the user stays in the loop (seeds 002 and 003). */
export const SHAPES = ['tool', 'tool-review', 'colleague'] as const;
export type Shape = (typeof SHAPES)[number];

/** The stages of the workflow of seed 002, in their order. */
export const STAGES = ['intent', 'shape', 'decompose', 'executing', 'review', 'complete'] as const;
export type Stage = (typeof STAGES)[number];

/** How Claude knows that a criterion which it ticks by hand is met. */
export const CLAIM_BASES = ['execution output', 'observation', 'measurement', 'assumption'] as const;
export type ClaimBasis = (typeof CLAIM_BASES)[number];

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** How severe a finding of a reviewer is (seed 002). */
export const SEVERITIES = ['BLOCKER', 'WARNING', 'SUGGESTION'] as const;

/** What becomes of a finding: it is fixed now, it is left for later, or it stays with a reason. */
export const RESOLUTIONS = ['fix', 'follow-up', 'accept'] as const;

/** Who asked for a part of the contract, or for a change of it. */
export const AUTHORS = ['user', 'claude'] as const;
export type Author = (typeof AUTHORS)[number];

/** Who saw a check pass: the stop hook, the headless driver, Claude's own shell, or a judging model. */
export const WITNESSES = ['hook', 'driver', 'session', 'judge'] as const;
export type Witness = (typeof WITNESSES)[number];

/** Who vouches for a criterion, weakest first. A judgement that Claude's own shell asked for is `relayed`. */
export const VOUCHERS = ['word', 'relayed', 'judge', 'session', 'hook', 'driver'] as const;
export type Voucher = (typeof VOUCHERS)[number];

/** The witnesses as the end of a run names them. */
export const WITNESS_WORDS: Readonly<Record<Voucher, string>> = {
  word: 'by word',
  relayed: "judged in Claude's own shell",
  judge: 'judged',
  session: "in Claude's own shell",
  hook: 'seen by the hook',
  driver: 'seen by the driver',
};

/** The same in a run of this agent. */
export function witnessWords(voucher: Voucher, agent: string): string {
  return WITNESS_WORDS[voucher].replace('Claude', () => agent);
}

/** The answers of a judge; `none` stands for a failure, such as an API error or an answer that can't count. */
export const JUDGE_ANSWERS = ['yes', 'no', 'cannot tell', 'none'] as const;
export type JudgeAnswer = (typeof JUDGE_ANSWERS)[number];

/** How a file differs from the start. */
export const FILE_CHANGES = ['changed', 'deleted', 'new'] as const;

/** What Claude did to the contract, or tried to do. */
export const AMENDMENTS = ['removed', 'replaced', 'rescoped', 'restarted'] as const;

export const STATUSES = ['draft', 'active', 'paused', 'completed', 'stuck', 'aborted', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** The kinds of signal in the text of Claude (seeds 001 to 004). */
export const SIGNAL_KINDS = ['loop-complete', 'loop-done', 'issue-complete', 'grind-done'] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** What a user can say in the middle of a loop. */
export const REMARKS = ['question', 'words'] as const;
export type Remark = (typeof REMARKS)[number];

/** The kinds of API errors, as a `failure` command names them. */
export const FAILURE_KINDS = ['transient', 'rate-limit', 'blocking', 'unknown'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];
