import type { Progress } from './progress.ts';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The world that the caller gives the driver. */
export interface DriverPorts {
  /** The environment that clients inherit; their configuration folder follows from it. */
  readonly env: Env;
  /** Milliseconds since 1970. */
  now(): number;
  /** A fresh UUID: the session id of the next client. */
  newId(): string;
  /** Called with each step of the drive, in order. */
  onProgress(progress: Progress): void;
}
