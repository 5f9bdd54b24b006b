// What the command of the fleet is made of besides its own: it looks, reads and answers as this one does. Its build
// copies these parts, so none of this is published.
export { questionsOf } from './answers/score-report.ts';
export { verbHelpLines } from './answers/verb-help.ts';
export { agreementDigest, NO_AGREEMENT, requireAgreement } from './config/agreement.ts';
export { type NamedChecks, namedChecks, namedIn } from './config/named-check.ts';
export { readConfigs } from './config/read-configs.ts';
export { clientFlags, jobLimitFlags } from './flags/client-flags.ts';
export { typedFlags } from './flags/typed-flags.ts';
export { CliError, usageError } from './program/cli-error.ts';
export type { Answer, Context, Env } from './program/context.ts';
export { planAlone } from './plan/start-plan.ts';
export { processHost } from './program/process-host.ts';
export { readArguments } from './program/read-arguments.ts';
export { type Host, runCommand } from './program/run-command.ts';
export { findNewRoot } from './session/place.ts';
export { INKS, type Page } from './terminal/page.ts';
export { type Cell, table } from './terminal/table.ts';
export { cutText, wrapText } from './terminal/wrap-text.ts';
export type { Verb } from './verbs.ts';
export { readReport } from './verbs/report/read-report.ts';
export { writePage } from './verbs/report/write-page.ts';
export { readSpecs } from './plan/read-specs.ts';
export { jobLimits } from './verbs/run/agent.ts';
export { openForRun } from './verbs/run/delivery/deliver.ts';
export { versionCommand } from './verbs/run/find-client.ts';
export { follow, type Followed, type KeyAnswer } from './verbs/watch/follow.ts';
