/** A plan, a list of things to do, or notes of progress. */
const PLAN =
  /(?:^|\/)(?:plans\/(?:.+\/)?[^/]+|[^/]*(?<![a-z])(?:plan|todo|progress)(?![a-z])[^/]*)\.(?:md|txt)$/i;

/** The client's own folder. A work tree below it is the project's. */
const CLIENT = /(?:^|\/)\.claude\/(?!worktrees\/)/;

const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/folders|var\/tmp|dev\/shm)\/|\/AppData\/Local\/Temp\//i;

/** True for a file that is written again and again by good work: a plan, `.claude/`, or a temporary folder. */
export function isScratch(path: string, root: string): boolean {
  const file = path.replaceAll('\\', '/');
  const folder = `${root.replaceAll('\\', '/')}/`;
  const isInside = file.startsWith(folder);
  const name = isInside ? file.slice(folder.length) : file;
  return PLAN.test(name) || CLIENT.test(name) || (!isInside && TEMPORARY.test(file));
}
