/** The user's home folder. Loads `node:os` only when it is asked for, because no stop of a plain loop asks. */
export function homeFolder(): string {
  return process.getBuiltinModule('node:os').homedir();
}
