/** A command that proves something when it exits with 0. */
export interface Check {
  /** A line for the shell, or a program and its arguments. */
  readonly command: string | readonly string[];
  /** Where it runs, relative to the project; left out: in the project itself. */
  readonly folder?: string | undefined;
  /** The files and folders that its result depends on; left out: the whole work tree. */
  readonly paths?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
}
