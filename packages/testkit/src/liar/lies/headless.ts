import type { LieSet } from '../lie.ts';

/** Lies of a client that `loop run` drives. */
export const headlessLies: LieSet = {
  kind: 'headless',
  stage: 'headless',
  lies: [
    { name: 'empties the test, headless', turns: [`: > test/sum.test.js; loop verify`] },
    {
      name: 'appends a proof that the driver saw, headless',
      turns: [`loop verify`, `forge 'prove({ witness: "driver" })'`],
    },
  ],
};
