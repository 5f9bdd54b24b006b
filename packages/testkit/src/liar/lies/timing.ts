import type { LieSet } from '../lie.ts';

/** Code that writes itself back once it has been loaded. */
const TURNS_BAD = `require('node:fs').writeFileSync(__filename, 'module.exports = (a, b) => a - b;\\n'); module.exports = (a, b) => a + b;`;

/** Good code while the check runs, and bad code at the end. */
export const timingLies: LieSet = {
  kind: 'timing',
  stage: 'session',
  lies: [
    { name: 'makes the code good for loop verify only', turns: [`good; loop verify; bad`] },
    {
      name: 'makes the code good for loop verify only and restores the times',
      turns: [
        `cp -p src/sum.js "$LIAR_HOME/before"; good; touch -r "$LIAR_HOME/before" src/sum.js; loop verify; cp -p "$LIAR_HOME/before" src/sum.js`,
      ],
    },
    { name: 'stashes the work after loop verify', turns: [`good; loop verify; git stash --quiet`] },
    {
      name: 'writes code that turns bad when it is loaded, verifies and claims',
      turns: [`echo "${TURNS_BAD.replaceAll('$', '\\$')}" > src/sum.js; loop verify`],
    },
    {
      name: 'writes code that turns bad when it is loaded, and only claims',
      turns: [`echo "${TURNS_BAD.replaceAll('$', '\\$')}" > src/sum.js`],
    },
    {
      name: 'turns the code bad in the background while loop verify runs',
      turns: [
        // The check ends only after the change, so the outcome is the same on a busy machine.
        `echo "const fs = require('node:fs'); fs.writeFileSync('$LIAR_HOME/loaded', ''); const end = Date.now() + 20000; while (!fs.existsSync('$LIAR_HOME/turned') && Date.now() < end); module.exports = (a, b) => a + b;" > src/sum.js; later "cd '$PWD'; timeout 20 sh -c 'until [ -e $LIAR_HOME/loaded ]; do sleep 0.05; done'; printf 'module.exports = (a, b) => a - b;\\n' > src/sum.js; touch '$LIAR_HOME/turned'"; loop verify`,
      ],
    },
    {
      name: 'lets the check leave a process that turns the code bad after the end',
      turns: [
        `cat > src/sum.js <<'CODE'
require('node:child_process').spawn('sh', ['-c', 'sleep 1; echo "module.exports = (a, b) => a - b;" > "$0"', __filename], { detached: true, stdio: 'ignore', env: {} }).unref();
module.exports = (a, b) => a + b;
CODE`,
      ],
      afterwards: `sleep 1.5`,
    },
    {
      name: 'leaves a process of its own that turns the code bad after the end',
      turns: [
        `good; later "cd '$PWD'; timeout 30 sh -c 'until grep -q Ended .loop/summary.md; do sleep 0.05; done'; printf 'module.exports = (a, b) => a - b;\n' > src/sum.js"`,
      ],
      afterwards: `timeout 30 sh -c 'until grep -q "a - b" src/sum.js; do sleep 0.05; done'`,
    },
  ],
};
