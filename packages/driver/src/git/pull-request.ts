import type { Git, GitEnd } from '@loopwright/checks';

/** The branch to push, and where to. */
export interface PullRequestPlace {
  readonly remote: string;
  /** The branch that the work shall be merged into. */
  readonly base: string;
  readonly branch: string;
}

/** The outcome of a push. */
export type Pushed =
  | { readonly status: 'pushed' }
  /** The remote has commits on the branch that the local branch lacks, or refuses for another reason. */
  | { readonly status: 'refused'; readonly output: string };

/** Pushes a branch under its own name. Never forces, and pushes nothing else. */
export async function pushBranch(git: Git, { remote, branch }: PullRequestPlace): Promise<Pushed> {
  const ref = `refs/heads/${branch}`;
  const { code, output } = await git.runAsUser([
    'push',
    '--quiet',
    '--no-follow-tags',
    remote,
    `${ref}:${ref}`,
  ]);
  return code === 0 ? { status: 'pushed' } : { status: 'refused', output: output.trim() };
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
  request: PullRequest,
): Promise<Opened> {
  const { remote, base, branch, title, body, isDraft } = request;
  if (gh === undefined) {
    const url = await git.ask(['remote', 'get-url', remote]);
    return { status: 'by-hand', url: url === undefined ? undefined : formAddress(url, base, branch) };
  }
  const call = async (args: readonly string[]): Promise<GitEnd> =>
    git.runOther(gh, args, { env: { GH_PROMPT_DISABLED: '1' }, input: body });
  const listed = await call(['pr', 'list', '--head', branch, '--state', 'open', '--json', 'url,isDraft']);
  if (listed.code !== 0) return { status: 'failed', output: listed.output.trim() };
  const before = firstOf(listed.stdout);
  if (before) {
    const edited = await call(['pr', 'edit', before.url, '--body-file', '-']);
    if (edited.code !== 0) return { status: 'failed', output: edited.output.trim() };
    if (before.isDraft && !isDraft) {
      const ready = await call(['pr', 'ready', before.url]);
      if (ready.code !== 0) return { status: 'failed', output: ready.output.trim() };
    }
    return { status: 'updated', url: before.url };
  }
  const draft = isDraft ? ['--draft'] : [];
  const place = ['--base', base, '--head', branch];
  const made = await call(['pr', 'create', ...place, '--title', title, '--body-file', '-', ...draft]);
  const url = made.stdout.trim().split('\n').at(-1) ?? '';
  return made.code === 0 ? { status: 'opened', url } : { status: 'failed', output: made.output.trim() };
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
