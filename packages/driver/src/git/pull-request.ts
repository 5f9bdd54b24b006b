import { type Git, type GitEnd, GitError } from '@loopwright/checks';

/** The branch to push, and where to. */
export interface PullRequestPlace {
  readonly remote: string;
  /** The branch that the work shall be merged into. */
  readonly base: string;
  readonly branch: string;
}

/** Pushes a branch under its own name. Never forces, and pushes nothing else. The remote may refuse it. */
export async function pushBranch(git: Git, { remote, branch }: PullRequestPlace): Promise<GitEnd> {
  const ref = `refs/heads/${branch}`;
  return git.runAsUser(['push', '--quiet', '--no-follow-tags', remote, `${ref}:${ref}`]);
}

/** A pull request to open or to update. */
export interface PullRequest extends PullRequestPlace {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly isDraft: boolean;
}

/** The outcome of opening a pull request. */
export type Opened =
  | { readonly status: 'opened' | 'updated'; readonly url: string }
  /** There is no `gh`; the address opens a form for the pull request, where the host is known. */
  | { readonly status: 'by-hand'; readonly url: string | undefined }
  | { readonly status: 'failed'; readonly output: string };

/** Opens a pull request with `gh`, or updates the one that the branch has. Without `gh` it only names the address. */
export async function openPullRequest(
  git: Git,
  gh: string | undefined,
  { remote, base, branch, title, body, isDraft }: PullRequest,
): Promise<Opened> {
  if (gh === undefined) {
    const url = await git.ask(['remote', 'get-url', remote]);
    return { status: 'by-hand', url: url === undefined ? undefined : formAddress(url, base, branch) };
  }
  const pr = async (...args: readonly string[]): Promise<string> => {
    const call = { env: { GH_PROMPT_DISABLED: '1' }, input: body };
    const { code, stdout, output } = await git.runOther(gh, ['pr', ...args], call);
    if (code !== 0) throw new GitError(`gh pr ${args[0]} failed.`, output.trim());
    return stdout;
  };
  try {
    const before = firstOf(await pr('list', '--head', branch, '--state', 'open', '--json', 'url,isDraft'));
    if (before) {
      await pr('edit', before.url, '--body-file', '-');
      if (before.isDraft && !isDraft) await pr('ready', before.url);
      return { status: 'updated', url: before.url };
    }
    const place = ['--base', base, '--head', branch, ...(isDraft ? ['--draft'] : [])];
    const made = await pr('create', '--title', title, '--body-file', '-', ...place);
    return { status: 'opened', url: made.trim().split('\n').at(-1) ?? '' };
  } catch (error) {
    if (error instanceof GitError) return { status: 'failed', output: error.output };
    throw error;
  }
}

function firstOf(text: string): { readonly url: string; readonly isDraft: boolean } | undefined {
  try {
    const [first] = JSON.parse(text) as readonly { readonly url?: unknown; readonly isDraft?: unknown }[];
    return typeof first?.url === 'string' ? { url: first.url, isDraft: first.isDraft === true } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The address of the form that opens a pull request, from the address of a remote; undefined for an unknown form.
 *
 * @example formAddress('git@github.com:o/r.git', 'main', 'fix') // 'https://github.com/o/r/compare/main...fix?expand=1'
 */
export function formAddress(remote: string, base: string, branch: string): string | undefined {
  const [, host = '', path = ''] =
    /^(?:https?|ssh|git):\/\/(?:[^@/]+@)?([\w.-]+)(?::\d+)?\/(.+?)(?:\.git)?\/?$/.exec(remote) ??
    /^(?:[^@/]+@)?([\w.-]+):(?!\/)(.+?)(?:\.git)?\/?$/.exec(remote) ??
    [];
  if (host === '') return undefined;
  const [from, to] = [encodeURIComponent(branch), encodeURIComponent(base)];
  return host.includes('gitlab')
    ? `https://${host}/${path}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${from}&merge_request%5Btarget_branch%5D=${to}`
    : `https://${host}/${path}/compare/${to}...${from}?expand=1`;
}

/** The remote that a branch is pushed to by default; undefined if it isn't clear. */
export async function remoteOf(git: Git, branch: string): Promise<string | undefined> {
  const named =
    (await git.ask(['config', `branch.${branch}.pushRemote`])) ??
    (await git.ask(['config', 'remote.pushDefault'])) ??
    (await git.ask(['config', `branch.${branch}.remote`]));
  const remotes = ((await git.ask(['remote'])) ?? '').split('\n').filter((name) => name !== '');
  if (named !== undefined && remotes.includes(named)) return named;
  return remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined;
}

/** The branch that a remote shows first, as far as this clone knows; undefined if it doesn't. */
export async function defaultBranchOf(git: Git, remote: string): Promise<string | undefined> {
  const ref = await git.ask(['symbolic-ref', '--short', '--quiet', `refs/remotes/${remote}/HEAD`]);
  return ref?.slice(remote.length + 1);
}
