import type { VerbName } from '../table/verbs.ts';
import type { Handler } from './context.ts';

/** Loads the handler of a verb. Each one is loaded only when it is asked for, so that none pays for another. */
export const handlers: { readonly [V in VerbName]: () => Promise<Handler<V>> } = {
  start: async () => (await import('../verbs/start.ts')).start,
  status: async () => (await import('../verbs/status.ts')).status,
  next: async () => (await import('../verbs/next.ts')).next,
  step: async () => (await import('../verbs/step.ts')).step,
  criterion: async () => (await import('../verbs/criterion.ts')).criterion,
  verify: async () => (await import('../verbs/verify.ts')).verify,
  signal: async () => (await import('../verbs/signal.ts')).signal,
  push: async () => (await import('../verbs/push.ts')).push,
  pop: async () => (await import('../verbs/pop.ts')).pop,
  task: async () => (await import('../verbs/task.ts')).task,
  wave: async () => (await import('../verbs/wave.ts')).wave,
  stage: async () => (await import('../verbs/stage.ts')).stage,
  review: async () => (await import('../verbs/review.ts')).review,
  gate: async () => (await import('../verbs/gate.ts')).gate,
  panel: async () => (await import('../verbs/panel.ts')).panel,
  recall: async () => (await import('../verbs/recall.ts')).recall,
  learn: async () => (await import('../verbs/learn.ts')).learn,
  pause: async () => (await import('../verbs/pause.ts')).pause,
  continue: async () => (await import('../verbs/continue.ts')).continueRun,
  cancel: async () => (await import('../verbs/cancel.ts')).cancel,
  explain: async () => (await import('../verbs/explain.ts')).explain,
  log: async () => (await import('../verbs/log.ts')).log,
  replay: async () => (await import('../verbs/replay.ts')).replay,
  score: async () => (await import('../verbs/score.ts')).score,
  doctor: async () => (await import('../verbs/doctor.ts')).doctor,
  completion: async () => (await import('../verbs/completion.ts')).completion,
  help: async () => (await import('../verbs/help.ts')).help,
};
