export { driveRun, type Driven, type DriveOptions } from './drive-run.ts';
export { DriverError, type DriverErrorCode } from './driver-error.ts';
export type { DriverPorts, Env } from './ports.ts';
export type { Progress } from './progress.ts';
export type { ClientAct } from './client/client-act.ts';
export type { ClientPlan } from './client/client-call.ts';
export { transcriptPathOf } from './client/transcript-path.ts';
