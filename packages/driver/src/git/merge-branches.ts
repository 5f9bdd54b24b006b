import { type Git, GitError } from '@loopwright/checks';

/**
 * The commit that has the work of all these branches: a branch itself, or merges of them, which no branch names. Touches
 * no work tree. Rejects with `GitError` for a conflict.
 */
export async function mergeBranches(git: Git, branches: readonly string[]): Promise<string> {
  const [first = 'HEAD', ...others] = branches;
  let merged = (await git.read(['rev-parse', '--verify', `${first}^{commit}`])).trim();
  for (const branch of others) {
    const tip = (await git.read(['rev-parse', '--verify', `${branch}^{commit}`])).trim();
    if ((await git.run(['merge-base', '--is-ancestor', tip, merged])).code === 0) continue;
    const tree = await git.run(['merge-tree', '--write-tree', merged, tip]);
    if (tree.code !== 0) throw new GitError(`${branch} can not be merged with ${first}.`, tree.output);
    const id = tree.stdout.split('\n', 1)[0] ?? '';
    const message = `Merge ${branch} with ${first}`;
    merged = (await git.read(['commit-tree', id, '-p', merged, '-p', tip, '-m', message])).trim();
  }
  return merged;
}
