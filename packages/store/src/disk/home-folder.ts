/** The user's home folder. Loads `node:os` on first use, because a stop of a plain loop doesn't need it. */
export function homeFolder(): string {
  return process.getBuiltinModule('node:os').homedir();
}
