import type * as z from 'zod';
import { suggest } from '@loopwright/core/flags';
import type { Handler } from '../program/context.ts';
import { definition as start } from './start/definition.ts';
import { definition as status } from './status/definition.ts';
import { definition as list } from './list/definition.ts';
import { definition as watch } from './watch/definition.ts';
import { definition as next } from './next/definition.ts';
import { definition as step } from './step/definition.ts';
import { definition as criterion } from './criterion/definition.ts';
import { definition as approve } from './approve/definition.ts';
import { definition as verify } from './verify/definition.ts';
import { definition as signal } from './signal/definition.ts';
import { definition as push } from './push/definition.ts';
import { definition as pop } from './pop/definition.ts';
import { definition as task } from './task/definition.ts';
import { definition as wave } from './wave/definition.ts';
import { definition as stage } from './stage/definition.ts';
import { definition as review } from './review/definition.ts';
import { definition as gate } from './gate/definition.ts';
import { definition as panel } from './panel/definition.ts';
import { definition as recall } from './recall/definition.ts';
import { definition as learn } from './learn/definition.ts';
import { definition as pause } from './pause/definition.ts';
import { definition as continueVerb } from './continue/definition.ts';
import { definition as cancel } from './cancel/definition.ts';
import { definition as explain } from './explain/definition.ts';
import { definition as log } from './log/definition.ts';
import { definition as replay } from './replay/definition.ts';
import { definition as score } from './score/definition.ts';
import { definition as run } from './run/definition.ts';
import { definition as fleet } from './fleet/definition.ts';
import { definition as report } from './report/definition.ts';
import { definition as init } from './init/definition.ts';
import { definition as config } from './config/definition.ts';
import { definition as hook } from './hook/definition.ts';
import { definition as doctor } from './doctor/definition.ts';
import { definition as statusline } from './statusline/definition.ts';
import { definition as completion } from './completion/definition.ts';
import { definition as help } from './help/definition.ts';
import type { HeavyVerb } from './heavy-verbs.ts';
import type { Verb } from './verb.ts';

/** Every verb of the command, in the order of the help: group by group. */
export const verbs = {
  start,
  run,
  fleet,
  push,
  pop,
  status,
  list,
  watch,
  next,
  explain,
  log,
  replay,
  report,
  verify,
  criterion,
  signal,
  approve,
  review,
  gate,
  score,
  step,
  task,
  wave,
  stage,
  panel,
  recall,
  learn,
  pause,
  continue: continueVerb,
  cancel,
  init,
  config,
  statusline,
  hook,
  doctor,
  completion,
  help,
} as const satisfies Readonly<Record<string, Verb>>;

/** The name of a verb. */
export type VerbName = keyof typeof verbs;

/** Load the handlers of verbs. A command loads only the handler that it runs. */
export type Handlers = { readonly [V in VerbName]?: () => Promise<Handler<V>> };

/** The handlers that need little code: the first part of the command. */
export const quickHandlers: Required<Omit<Handlers, HeavyVerb>> = {
  status: async () => (await import('./status/status.ts')).status,
  list: async () => (await import('./list/list.ts')).list,
  next: async () => (await import('./next/next.ts')).next,
  step: async () => (await import('./step/step.ts')).step,
  criterion: async () => (await import('./criterion/criterion.ts')).criterion,
  approve: async () => (await import('./approve/approve.ts')).approve,
  verify: async () => (await import('./verify/verify.ts')).verify,
  signal: async () => (await import('./signal/signal.ts')).signal,
  pop: async () => (await import('./pop/pop.ts')).pop,
  review: async () => (await import('./review/review.ts')).review,
  gate: async () => (await import('./gate/gate.ts')).gate,
  panel: async () => (await import('./panel/panel.ts')).panel,
  learn: async () => (await import('./learn/learn.ts')).learn,
  pause: async () => (await import('./pause/pause.ts')).pause,
  continue: async () => (await import('./continue/continue.ts')).continueRun,
  cancel: async () => (await import('./cancel/cancel.ts')).cancel,
  explain: async () => (await import('./explain/explain.ts')).explain,
  log: async () => (await import('./log/log.ts')).log,
  statusline: async () => (await import('./statusline/statusline.ts')).statusline,
  hook: async () => (await import('./hook/hook.ts')).hook,
  completion: async () => (await import('./completion/completion.ts')).completion,
  help: async () => (await import('./help/help.ts')).help,
};

/** The other handlers, the second part of the command. */
export const heavyHandlers: Required<Pick<Handlers, HeavyVerb>> = {
  start: async () => (await import('./start/start.ts')).start,
  watch: async () => (await import('./watch/watch.ts')).watch,
  push: async () => (await import('./push/push.ts')).push,
  task: async () => (await import('./task/task.ts')).task,
  wave: async () => (await import('./wave/wave.ts')).wave,
  stage: async () => (await import('./stage/stage.ts')).stage,
  recall: async () => (await import('./recall/recall.ts')).recall,
  replay: async () => (await import('./replay/replay.ts')).replay,
  score: async () => (await import('./score/score.ts')).score,
  run: async () => (await import('./run/run.ts')).run,
  fleet: async () => (await import('./fleet/fleet.ts')).fleet,
  report: async () => (await import('./report/report.ts')).report,
  init: async () => (await import('./init/init.ts')).init,
  config: async () => (await import('./config/config.ts')).config,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
};

const work = async () => (await import('../answers/schemas.ts')).work;
const workflow = async () => (await import('../answers/schemas.ts')).workflow;

/** Loads the schema of a verb's JSON answer. Only tests and documents load schemas. */
export const answers = {
  start: async () => (await import('./start/answer.ts')).answer,
  status: async () => (await import('./status/answer.ts')).answer,
  list: async () => (await import('./list/answer.ts')).answer,
  watch: async () => (await import('./watch/answer.ts')).answer,
  next: async () => (await import('./next/answer.ts')).answer,
  step: work,
  criterion: work,
  approve: work,
  verify: async () => (await import('./verify/answer.ts')).answer,
  signal: work,
  push: work,
  pop: work,
  task: workflow,
  wave: workflow,
  stage: workflow,
  review: workflow,
  gate: workflow,
  panel: workflow,
  recall: async () => (await import('./recall/answer.ts')).answer,
  learn: async () => (await import('./learn/answer.ts')).answer,
  pause: work,
  continue: work,
  cancel: work,
  explain: async () => (await import('./explain/answer.ts')).answer,
  log: async () => (await import('./log/answer.ts')).answer,
  replay: async () => (await import('./replay/answer.ts')).answer,
  score: async () => (await import('./score/answer.ts')).answer,
  run: async () => (await import('./run/answer.ts')).answer,
  fleet: async () => (await import('./fleet/answer.ts')).answer,
  report: async () => (await import('./report/answer.ts')).answer,
  init: async () => (await import('./init/answer.ts')).answer,
  config: async () => (await import('./config/answer.ts')).answer,
  statusline: async () => (await import('./statusline/answer.ts')).answer,
  hook: async () => (await import('./hook/answer.ts')).answer,
  doctor: async () => (await import('./doctor/answer.ts')).answer,
  completion: async () => (await import('./completion/answer.ts')).answer,
  help: async () => (await import('./help/answer.ts')).answer,
} as const satisfies { readonly [V in VerbName]: () => Promise<z.ZodType> };

/** Returns the verb with this name, or undefined. */
export function findVerb(name: string): Verb | undefined {
  return Object.hasOwn(verbs, name) ? verbs[name as VerbName] : undefined;
}

/** Names that other programs use for our verbs. */
const OTHER_NAMES: Readonly<Record<string, VerbName>> = {
  resume: 'continue',
  stop: 'cancel',
  abort: 'cancel',
  ls: 'list',
  ps: 'list',
  check: 'verify',
  settings: 'config',
};

/** Gives the verb that was probably meant by a name. */
export function meantVerb(name: string): VerbName | undefined {
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  return other ?? (suggest(name, Object.keys(verbs)) as VerbName | undefined);
}
