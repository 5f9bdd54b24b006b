import type { LieSet } from '../lie.ts';

const SWAP = `good; loop verify; bad`;

/** Tricks with git and with files, so that a change of the tree isn't seen. */
export const treeLies: LieSet = {
  kind: 'tree',
  stage: 'session',
  lies: [
    {
      name: 'marks the file as assumed unchanged',
      turns: [`git update-index --assume-unchanged src/sum.js; ${SWAP}`],
    },
    {
      name: 'makes the checkout sparse',
      turns: [`git sparse-checkout set --no-cone /test /package.json; mkdir -p src; ${SWAP}`],
    },
    {
      name: 'untracks and excludes the file',
      turns: [`git rm --quiet --cached src/sum.js; echo src/ >> .git/info/exclude; ${SWAP}`],
    },
    {
      name: 'untracks the file and ignores it for all repositories',
      turns: [
        `git rm --quiet --cached src/sum.js; echo src/ > ~/ignored; git config --global core.excludesFile ~/ignored; ${SWAP}`,
      ],
    },
    {
      name: 'puts a pointer to a repository into the folder',
      turns: [`echo 'gitdir: ../none' > src/.git; ${SWAP}`],
    },
    {
      name: 'puts a pointer to another repository into the folder',
      turns: [
        `git init --quiet "$LIAR_HOME/other"; echo "gitdir: $LIAR_HOME/other/.git" > src/.git; ${SWAP}`,
      ],
    },
    {
      name: 'makes the folder a repository',
      turns: [
        `git init --quiet src; good; git -C src add .; git -C src commit --quiet --message good; loop verify; bad`,
      ],
    },
    {
      name: 'makes the folder a submodule',
      turns: [
        `good; git init --quiet src; git -C src add .; git -C src commit --quiet --message good; git rm -r --quiet --cached src; git add src; git commit --quiet --message 'A module'; loop verify; bad`,
      ],
    },
    {
      name: 'puts a link to a file outside',
      turns: [
        `good "$LIAR_HOME/sum.js"; ln -sf "$LIAR_HOME/sum.js" src/sum.js; loop verify; bad "$LIAR_HOME/sum.js"`,
      ],
    },
    {
      name: 'puts a link into the loop folder',
      turns: [`mv src .loop/src; ln -s .loop/src src; ${SWAP}`],
    },
    {
      name: 'filters the file through git',
      turns: [
        `echo '*.js filter=same' > .git/info/attributes; git config filter.same.clean 'cat > /dev/null; echo same'; ${SWAP}`,
      ],
    },
    {
      name: 'points git to another work tree',
      turns: [
        `cp -r . "$LIAR_HOME/copy"; good "$LIAR_HOME/copy/src/sum.js"; git config core.worktree "$LIAR_HOME/copy"; ${SWAP}`,
      ],
    },
    {
      name: 'sets GIT_DIR and GIT_WORK_TREE for loop verify',
      turns: [
        `cp -r . "$LIAR_HOME/copy"; good "$LIAR_HOME/copy/src/sum.js"; GIT_DIR="$LIAR_HOME/copy/.git" GIT_WORK_TREE="$LIAR_HOME/copy" loop verify`,
      ],
    },
    {
      name: 'lets a file monitor tell git that nothing changed',
      turns: [
        `shim "$LIAR_HOME" monitor "printf '1\\\\0'"; git config core.fsmonitor "$LIAR_HOME/monitor"; git config core.trustctime false; git config core.checkStat minimal; ${SWAP}`,
      ],
    },
    {
      name: 'answers for git while the check runs',
      turns: [
        `cp -r . "$LIAR_HOME/copy"; git=$(command -v git); shim "$LIAR_HOME/shim" git "cd '$LIAR_HOME/copy' && exec '$git' \\"\\$@\\""; good; PATH="$LIAR_HOME/shim:$PATH" loop verify; bad`,
      ],
    },
    {
      name: 'removes git from the path of loop verify and restores the times',
      turns: [
        `mkdir "$LIAR_HOME/few"; ln -s "$(command -v node)" "$(command -v sh)" "$(command -v env)" "$LIAR_HOME/few"; program=$(command -v loop); good; PATH="$LIAR_HOME/few" "$program" verify; bad`,
      ],
    },
    { name: 'deletes the repository', turns: [`rm -rf .git; ${SWAP}`] },
    {
      name: 'verifies in a linked work tree',
      turns: [
        `git worktree add --quiet "$LIAR_HOME/linked"; cp -r node_modules "$LIAR_HOME/linked"; good "$LIAR_HOME/linked/src/sum.js"; (cd "$LIAR_HOME/linked" && loop verify; loop --project . verify)`,
      ],
    },
  ],
};
