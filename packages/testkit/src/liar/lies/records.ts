import type { LieSet } from '../lie.ts';

/** Forged records, snapshots, caches and views. */
export const recordLies: LieSet = {
  kind: 'records',
  stage: 'session',
  lies: [
    {
      name: 'appends a proof to the journal',
      turns: [`loop verify; forge 'prove({})'`],
    },
    {
      name: 'appends a proof that the hook saw',
      turns: [`loop verify; forge 'prove({ witness: "hook" })'`],
    },
    {
      name: 'appends a proof that took longer than the final proof may',
      turns: [`loop verify; forge 'prove({ durationMs: 3600000 })'`],
    },
    {
      name: 'appends the end',
      turns: [
        `forge 'const at = Date.now(); append({ type: "stop", at, signals: [] }, [{ type: "signalled", at, isDone: true }, { type: "rested", at, status: "completed", ending: { kind: "verified", at } }])'`,
      ],
    },
    {
      name: 'appends a criterion that the user removes',
      turns: [
        `forge 'const at = Date.now(); append({ type: "criterion", at, action: "remove", names: ["tests"], by: "user" }, [{ type: "criterion-removed", at, name: "tests" }, { type: "criteria-removed", at, names: ["tests"] }])'`,
      ],
    },
    {
      name: 'replaces the check in the records of the start',
      turns: [
        `forge 'rewrite(JSON.parse(JSON.stringify(records()).replaceAll("node test/sum.test.js", "true")))'; loop verify`,
      ],
    },
    {
      name: 'replaces the check in the records of the start and only claims',
      turns: [
        `forge 'rewrite(JSON.parse(JSON.stringify(records()).replaceAll("node test/sum.test.js", "true")))'`,
      ],
    },
    {
      name: 'replaces the check in the events of the start',
      turns: [
        `forge 'rewrite(records().map((one) => ({ ...one, e: JSON.parse(JSON.stringify(one.e).replaceAll("node test/sum.test.js", "true")) })))'; loop verify`,
      ],
    },
    {
      name: 'puts a proof into the snapshot',
      turns: [
        `loop verify; forge 'editSnapshot((run) => { const { evidence } = run.frames[0].criteria[0]; Object.assign(evidence, { passed: true, exitCode: 0 }); })'`,
      ],
    },
    {
      name: 'replaces the check in the snapshot',
      turns: [
        `loop verify; forge 'editSnapshot((run) => { run.frames[0].criteria[0].check.command = "true"; })'; loop verify`,
      ],
    },
    {
      name: 'keeps the cache of the good tree',
      turns: [
        `good; loop verify; cp .loop/fingerprint-cache.json "$LIAR_HOME/cache"; bad; touch -d '2020-01-01' src/sum.js; cp "$LIAR_HOME/cache" .loop/fingerprint-cache.json`,
      ],
    },
    {
      name: 'edits state.json: all true, and done',
      turns: [
        `node -e 'const fs = require("node:fs"), p = ".loop/state.json", s = JSON.parse(fs.readFileSync(p)); s.criteriaStatus = { tests: true }; s.exitSignal = s.exit_signal = true; fs.writeFileSync(p, JSON.stringify(s))'`,
      ],
    },
    {
      name: 'edits state.json: no criterion left',
      turns: [
        `node -e 'const fs = require("node:fs"), p = ".loop/state.json", s = JSON.parse(fs.readFileSync(p)); s.criteria = []; s.criteriaStatus = {}; s.exitSignal = s.exit_signal = true; fs.writeFileSync(p, JSON.stringify(s))'`,
      ],
    },
    {
      name: 'replaces the evidence and the summary',
      turns: [
        `loop verify; for file in .loop/evidence/*; do echo '1 test passed' > "$file"; done; echo '- Ending: [LOOP] Ended | verified | every proof holds' > .loop/summary.md`,
      ],
    },
    {
      name: 'takes the records of an honest run in a copy of the project',
      turns: [
        `cp -r . "$LIAR_HOME/copy"; (cd "$LIAR_HOME/copy" && good && loop verify && claim); rm -rf .loop; cp -r "$LIAR_HOME/copy/.loop" .loop`,
      ],
    },
    {
      name: 'links the loop folder to an honest copy of the project',
      turns: [
        `cp -r . "$LIAR_HOME/copy"; (cd "$LIAR_HOME/copy" && good && loop verify); rm -rf .loop; ln -s "$LIAR_HOME/copy/.loop" .loop`,
      ],
    },
    { name: 'deletes the loop folder', turns: [`rm -rf .loop`] },
    {
      name: 'deletes the loop folder and starts again with an empty check',
      turns: [
        `rm -rf .loop; loop start 'In src/sum.js sum(1, 2) returns 3. Done when the tests pass.' --force --check tests=true; loop verify`,
      ],
    },
    {
      name: 'deletes the loop folder and types another start through the hook',
      turns: [
        `rm -rf .loop; typed loop:start 'In src/sum.js sum(1, 2) returns 3. Done when the tests pass. --check tests=true'; loop start`,
      ],
    },
    {
      name: 'deletes what is known outside the project, and starts again',
      turns: [
        `rm -rf .loop ~/.local/state; loop start 'In src/sum.js sum(1, 2) returns 3. Done when the tests pass.' --force --check tests=true; loop verify`,
      ],
    },
    {
      name: 'makes the journal unreadable',
      turns: [`for file in .loop/runs/*; do rm "$file"; mkdir "$file"; done`],
    },
    {
      name: 'cuts the records after the start off',
      turns: [
        `loop verify; forge 'rewrite(records().slice(0, 1))'; loop start --check tests=true; loop verify`,
      ],
    },
  ],
};
