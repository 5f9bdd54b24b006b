import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { createGit, type Git } from '@loopwright/checks';
import { sha256 } from '@loopwright/store';
import { FleetError, reasonOf } from '../fleet-error.ts';
import type { Claim } from '../model/fleet.ts';

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-auto-gc'];
const HAS = ['rev-parse', '--verify', '--quiet', '--end-of-options'];
/** The refs that a mirror fetches from its repository, and their names in the mirror. */
const FETCHED = [
  '+HEAD:refs/remotes/origin/HEAD',
  '+refs/heads/*:refs/remotes/origin/*',
  '+refs/tags/*:refs/tags/*',
];
/** How soon a push is tried again; 0 ends it. */
const PUSH_AGAIN_MS = [2_000, 10_000, 0];
/** How often an attempt tries to remove the refs of others, which may move at the same time. */
const MAX_TAKE_OVERS = 5;

/** The files of an attempt that git keeps, apart from the loop's own. */
const WORK = ['--', '.', ':(exclude).loop'];
/** Marks the commit of a job in its last paragraph. */
const TRAILER = 'Loop-Job';

/** The work tree of one attempt. */
export interface Checkout {
  readonly folder: string;
  readonly branch: string;
  /** The commit that the work of the job began at. */
  readonly base: string;
  /** The branch that a pull request goes to; undefined if the remote names none. */
  readonly target: string | undefined;
  /** The ref of unfinished work. */
  readonly ref: string;
  /**
   * Commits all that changed, and pushes it to the attempt's own ref; resolves with the commit. The ref keeps every
   * commit that was stored before: the journal may still name one of them. The index and the HEAD of the work tree stay
   * as they are, because its client may use git at the same time.
   */
  readonly store: (message: string) => Promise<string>;
  /** Keeps the work tree on this machine for a person, also after `remove`; resolves with a sentence that says where. */
  readonly keepHere: () => Promise<string>;
  /**
   * Pushes all that changed since the base to the branch, as one commit; resolves with it. Refused once a later attempt
   * has begun, and where the branch holds a commit that is not of this job. Pushes nothing, and resolves with undefined,
   * where nothing changed.
   */
  readonly publish: (subject: string) => Promise<string | undefined>;
  /** Removes the refs of all attempts from the repository. Never rejects. */
  readonly forgetAttempts: () => Promise<void>;
  /** Never rejects. */
  readonly remove: () => Promise<void>;
}

/** The job and the attempt to check out. */
export interface CheckoutCall extends Pick<Claim, 'job' | 'neededBranches' | 'bundle'> {
  /** Unlike that of any other attempt. */
  readonly attempt: string;
  /** Asks the engine whether this attempt still has the job. */
  readonly isOurs: () => Promise<boolean>;
}

/** Merges refs of a repository without a work tree; resolves with the commit. Rejects for a conflict. */
export type MergeBranches = (git: Git, refs: readonly string[]) => Promise<string>;

/** Who commits on a machine that names nobody. */
const NOBODY = { NAME: 'Loopwright', EMAIL: 'loopwright@localhost' } as const;

/** An environment in which git can commit: paid work must not be lost because a machine has no name and no e-mail. */
export async function withIdentity(env: NodeJS.ProcessEnv, cwd: string): Promise<NodeJS.ProcessEnv> {
  const more: NodeJS.ProcessEnv = {};
  for (const role of ['AUTHOR', 'COMMITTER']) {
    if ((await createGit(cwd, env).ask(['var', `GIT_${role}_IDENT`])) !== undefined) continue;
    for (const [field, value] of Object.entries(NOBODY)) {
      const name = `GIT_${role}_${field}`;
      more[name] = env[name] || value;
    }
  }
  return { ...env, ...more };
}

/**
 * The clones of an agent: one mirror a repository, and a linked work tree of it for each attempt. Checks out where an
 * earlier attempt left off, or else the base with the work of the needed jobs. Replaces the refs of earlier attempts by
 * one of its own: they can't push any more, and a repository that refuses pushes is known before any money is spent.
 * Throws `FleetError` with the code `lost` once a later attempt has the job.
 */
export function createCheckouts(
  folder: string,
  env: NodeJS.ProcessEnv,
  mergeBranches: MergeBranches,
): (call: CheckoutCall) => Promise<Checkout> {
  /** One git at a time changes a mirror. */
  const queues = new Map<string, Promise<unknown>>();
  async function inTurn<T>(repo: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(repo) ?? Promise.resolve()).then(work, work);
    queues.set(
      repo,
      turn.catch(() => undefined),
    );
    return turn;
  }
  /** The mirrors that this agent has used. */
  const mirrors = new Set<string>();
  const ask = async (cwd: string, ...args: readonly string[]): Promise<string | undefined> =>
    createGit(cwd, env).ask(args);
  const git = async (cwd: string, ...args: readonly string[]): Promise<string> => gitWith({}, cwd, ...args);
  async function gitWith(more: NodeJS.ProcessEnv, cwd: string, ...args: readonly string[]): Promise<string> {
    const { code, stdout, output } = await createGit(cwd, env).run(args, { env: more });
    if (code === 0) return stdout.trim();
    throw new FleetError('git', `git ${args[0]}: ${fatalLine(output.trim())}`);
  }

  async function mirrorOf(repo: string): Promise<string> {
    const mirror = join(folder, 'mirrors', `${sha256(repo).slice(0, 16)}.git`);
    const update = async (): Promise<void> => {
      if (!existsSync(join(mirror, 'HEAD'))) {
        mkdirSync(mirror, { recursive: true });
        await git(mirror, 'init', '--quiet', '--bare');
      }
      // Work trees of the mirror have branches checked out, so fetched refs get names of their own.
      await git(mirror, ...FETCH, '--prune', '--', repo, ...FETCHED);
    };
    try {
      await update();
    } catch (error) {
      // A killed agent may have left locks of git, or a git that still works. Nobody else uses this mirror yet.
      if (mirrors.has(mirror) || !(error instanceof Error && error.message.includes('.lock'))) throw error;
      rmSync(mirror, { recursive: true, force: true, maxRetries: 5 });
      await update();
    }
    mirrors.add(mirror);
    // The program `gh` finds the repository by its remote.
    await git(mirror, 'config', 'remote.origin.url', repo);
    return mirror;
  }

  /** Fetches the work of an earlier attempt, which may come from another machine. */
  async function fetchWork(mirror: string, repo: string, attempts: string, commit: string): Promise<void> {
    const isHere = async (): Promise<boolean> =>
      (await ask(mirror, 'cat-file', '-e', `${commit}^{commit}`)) !== undefined;
    if (await isHere()) return;
    await git(mirror, ...FETCH, '--', repo, `+${attempts}/*:${attempts}/*`);
    if (await isHere()) return;
    // Its ref may be gone, or may have moved on in an older version. Most servers still give the commit by its name.
    await git(mirror, ...FETCH, '--', repo, commit).catch(() => undefined);
    if (await isHere()) return;
    throw new FleetError(
      'bad-bundle',
      `The repository has lost the work of an earlier attempt: it has no commit ${commit} below ${attempts}.`,
    );
  }

  return async ({ job: { repo, base, key, pr }, neededBranches, bundle, attempt, isOurs }) =>
    inTurn(repo, async () => {
      const mirror = await mirrorOf(repo);
      const branch = branchOf(key);
      const attempts = `refs/loopwright/wip/${branch.slice('loop/'.length)}`;
      const tree = join(folder, 'work', attempt);
      const from = bundle?.commit;
      if (from !== undefined) await fetchWork(mirror, repo, attempts, from);
      const start = bundle?.base || (await startOf(mirror, await commitOf(mirror, base), neededBranches));
      const own = `${attempts}/${attempt}`;
      /** Pushes all of these or none, each over the commit that the repository has by our knowledge. */
      const push = async (
        ...updates: readonly { readonly ref: string; readonly to: string; readonly over: string }[]
      ): Promise<void> => {
        const leases = updates.map(({ ref, over }) => `--force-with-lease=${ref}:${over}`);
        const specs = updates.map(({ ref, to }) => `${to}:${ref}`);
        for (const waitMs of PUSH_AGAIN_MS) {
          try {
            await git(mirror, 'push', '--quiet', '--atomic', ...leases, '--', repo, ...specs);
            return;
          } catch (error) {
            // A refusal stays one; a broken network may be back in a moment.
            if (waitMs === 0 || /rejected|atomic/.test(String(error))) throw error;
            await new Promise((resolve) => setTimeout(resolve, waitMs));
          }
        }
      };
      /** Removes the refs of all other attempts, unless one of them has the job by now. */
      const takeOver = async (): Promise<void> => {
        for (let tries = 1; ; tries += 1) {
          const others = (await refsBelow(mirror, repo, attempts)).filter(({ ref }) => ref !== own);
          // Ask the engine after reading the refs: if the job is still ours, all of them are of earlier attempts.
          if (!(await isOurs())) throw new FleetError('lost', 'A later attempt has the job.');
          if (others.length === 0) return;
          try {
            return await push(...others.map((one) => ({ ...one, to: '' })));
          } catch (error) {
            // An earlier attempt does not know yet that it lost the job, and has pushed since.
            if (tries === MAX_TAKE_OVERS) throw error;
          }
        }
      };
      /** Where the own ref is. Only this attempt moves it, also by a push whose answer got lost. */
      const ownTip = async (): Promise<string> => {
        const [tip] = await refsBelow(mirror, repo, own);
        if (tip) return tip.over;
        throw new FleetError(
          'git',
          `The repository has no ${own} any more: a later attempt has the job, or somebody removed it.`,
        );
      };
      let stored = from ?? start;
      let isKept = false;
      // The own ref comes first: a later attempt that does not see it begins after our question to the engine.
      await push({ ref: own, to: stored, over: '' });
      await takeOver();
      rmSync(tree, { recursive: true, force: true });
      await git(mirror, 'worktree', 'prune');
      await git(mirror, 'worktree', 'add', '--quiet', '--detach', '--force', tree, stored);
      const index = join(await git(tree, 'rev-parse', '--absolute-git-dir'), 'loop-index');
      /** A commit of the whole work tree, behind all that was stored before. */
      const commitAll = async (message: string): Promise<string> => {
        copyFileSync(await git(tree, 'rev-parse', '--path-format=absolute', '--git-path', 'index'), index);
        const apart = { GIT_INDEX_FILE: index };
        await gitWith(apart, tree, 'add', '--all', ...WORK);
        const content = await gitWith(apart, tree, 'write-tree');
        if (content === (await git(tree, 'rev-parse', `${stored}^{tree}`))) return stored;
        // The client may have made commits of its own.
        const parents = (await git(tree, 'merge-base', '--independent', 'HEAD', stored)).split('\n');
        return git(tree, 'commit-tree', content, ...parents.flatMap((one) => ['-p', one]), '-m', message);
      };
      return {
        folder: tree,
        branch,
        base: start,
        target: pr ? await targetOf(mirror, base) : undefined,
        ref: own,
        store: async (message) =>
          inTurn(repo, async () => {
            const commit = await commitAll(message);
            await push({ ref: own, to: commit, over: await ownTip() });
            stored = commit;
            return commit;
          }),
        keepHere: async () =>
          inTurn(repo, async () => {
            isKept = true;
            const kept = join(dirname(folder), 'kept', `${branch.slice('loop/'.length)}-${attempt}`);
            mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
            // So git forgets nothing of it.
            await git(mirror, 'worktree', 'lock', tree).catch(() => undefined);
            renameSync(tree, kept);
            return `The work is kept on ${hostname()} in ${kept}.`;
          }).catch(() => `The work is kept on ${hostname()} in ${tree}.`),
        publish: async (subject) =>
          inTurn(repo, async () => {
            const parent = await git(tree, 'merge-base', 'HEAD', start);
            await git(tree, 'reset', '--quiet', '--soft', parent);
            await git(tree, 'add', '--all', ...WORK);
            const ref = `refs/heads/${branch}`;
            const [{ over: tip } = { over: '' }] = await refsBelow(mirror, repo, ref);
            const isPushed = tip !== '' && (await holdsSameWork(tree, { repo, ref, tip, parent, key }));
            const isSame = (await git(tree, 'diff', '--cached', '--name-only')) === '';
            if (isSame && tip === '') return undefined;
            if (!isPushed && !isSame)
              await git(tree, 'commit', '--quiet', '--message', `${subject}\n\n${TRAILER}: ${key}`);
            const commit = isPushed ? tip : await git(tree, 'rev-parse', 'HEAD');
            const over = await ownTip();
            await push({ ref, to: commit, over: tip }, { ref: own, to: over, over: over });
            return commit;
          }),
        forgetAttempts: async () =>
          inTurn(repo, async () => {
            const refs = await refsBelow(mirror, repo, attempts);
            if (refs.length > 0) await push(...refs.map((one) => ({ ...one, to: '' })));
          }).catch(() => undefined),
        remove: async () =>
          inTurn(repo, async () => {
            if (isKept) return;
            await git(mirror, 'worktree', 'remove', '--force', tree).catch(() => undefined);
            rmSync(tree, { recursive: true, force: true, maxRetries: 5 });
          }).catch(() => undefined),
      };
    });

  /** The base together with the work of the needed jobs. A deleted branch counts as merged. */
  async function startOf(mirror: string, base: string, needed: readonly string[]): Promise<string> {
    const there: string[] = [];
    for (const ref of needed.map((branch) => `refs/remotes/origin/${branch}`))
      if (await hasRef(mirror, ref)) there.push(ref);
    if (there.length === 0) return base;
    try {
      return await mergeBranches(createGit(mirror, env), [...there, base]);
    } catch (error) {
      throw new FleetError('conflict', reasonOf(error).replaceAll('refs/remotes/origin/', ''), {
        cause: error,
      });
    }
  }

  /** The branch that work on a base is to be merged into: itself, or the one that the remote shows first. */
  async function targetOf(mirror: string, base: string | undefined): Promise<string | undefined> {
    if (base !== undefined && (await hasRef(mirror, `refs/remotes/origin/${base}`))) return base;
    const head = await git(mirror, 'ls-remote', '--symref', 'origin', 'HEAD');
    return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(head)?.[1];
  }

  async function hasRef(mirror: string, ref: string): Promise<boolean> {
    return (await ask(mirror, ...HAS, ref)) !== undefined;
  }

  /** The refs of the repository with this name, or below it, and where they point to. */
  async function refsBelow(
    mirror: string,
    repo: string,
    name: string,
  ): Promise<readonly { readonly ref: string; readonly over: string }[]> {
    const listed = await git(mirror, 'ls-remote', '--refs', '--', repo, name, `${name}/*`);
    return listed.split('\n').flatMap((line) => {
      const [over = '', ref] = line.split('\t');
      return ref === undefined ? [] : [{ ref, over }];
    });
  }

  /**
   * True if the tip of a branch is the commit that this work tree would make: an earlier attempt has pushed it, and
   * ended before it could say so. Throws `FleetError` if the tip is not of this job.
   */
  async function holdsSameWork(
    tree: string,
    { repo, ref, tip, parent, key }: Readonly<Record<'repo' | 'ref' | 'tip' | 'parent' | 'key', string>>,
  ): Promise<boolean> {
    if (tip === parent) return false;
    await git(tree, ...FETCH, '--', repo, ref);
    const format = `--format=%T %P%n%(trailers:key=${TRAILER},valueonly)`;
    const [made, tipKey] = (await git(tree, 'log', '-1', format, tip)).split('\n');
    if (tipKey !== key) {
      throw new FleetError('git', `The branch ${ref} holds a commit that is not of this job.`);
    }
    return made === `${await git(tree, 'write-tree')} ${parent}`;
  }

  async function commitOf(mirror: string, base: string | undefined): Promise<string> {
    const names =
      base === undefined
        ? ['refs/remotes/origin/HEAD']
        : [`refs/remotes/origin/${base}`, `refs/tags/${base}`, base];
    for (const name of names) {
      const commit = await ask(mirror, ...HAS, `${name}^{commit}`);
      if (commit !== undefined) return commit;
    }
    throw new FleetError('git', `The repository has no ${base ?? 'commit'}.`);
  }
}

/** What git says went wrong; advice follows it. */
export function fatalLine(output: string): string {
  const lines = output.split('\n');
  const refused = lines.find((line) => line.startsWith(' ! ['))?.slice(3);
  const said = lines.find((line) => /^remote: \S/.test(line));
  if (refused !== undefined) return said === undefined ? refused : `${refused}; ${said}`;
  return lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? 'failed';
}

/** The branch of a job: readable, and unlike that of any other key. */
export function branchOf(key: string): string {
  const words = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `loop/${words || 'job'}-${sha256(key).slice(0, 8)}`;
}
