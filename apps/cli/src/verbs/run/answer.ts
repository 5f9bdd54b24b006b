import * as z from 'zod';
import { next, run, score } from '../../answers/schemas.ts';

const delivery = z.strictObject({
  folder: z
    .string()
    .nullable()
    .describe('the work tree; null if it was removed because nothing was left in it'),
  branch: z.string().nullable(),
  commits: z.int().describe('commits on the branch since the start'),
  uncommitted: z.array(z.string()).describe('changed files that no commit has'),
  pullRequest: z
    .strictObject({
      url: z.string().nullable().describe('its address, or that of the form that opens it'),
      isDraft: z.boolean(),
      isOpen: z.boolean().describe('false: the branch is pushed, and a user opens it'),
    })
    .nullable(),
  problem: z
    .string()
    .nullable()
    .describe('why it was not delivered; null if it was, or if the run goes on first'),
});

const spec = z.strictObject({
  name: z.string(),
  needs: z.array(z.string()).describe('the specs that have to be done first'),
  state: z
    .enum(['waiting', 'running', 'done', 'paused', 'ended'])
    .describe('paused can go on; ended needs a user'),
  exit: z.string().nullable().describe('the name of the exit code of its run; null before its first run'),
  costUsd: z.number(),
  run: z.string().nullable().describe('the id of its run'),
  branch: z.string().nullable(),
  folder: z.string().nullable().describe('its work tree'),
  pullRequest: z.string().nullable(),
  problem: z.string().nullable().describe('why it could not start, or not be delivered'),
});

/** What `loop run --json` answers. */
export const answer = z.union([
  z.strictObject({
    ok: z.boolean().describe('the work is done'),
    exit: z.string().describe('the name of the exit code'),
    reason: z.string().describe('how it ended, in one line'),
    costUsd: z.number().describe('total cost of the run, as the client reports it'),
    artifacts: z.string().nullable().describe('the folder; null where it could not be written'),
    run,
    delivery: z
      .optional(delivery)
      .describe('what became of the work; only with --worktree, --commit or --pr'),
    ...next,
  }),
  z.strictObject({
    ok: z.boolean().describe('every spec is done'),
    exit: z.string().describe('the name of the exit code'),
    costUsd: z.number().describe('what all specs cost together'),
    budgetUsd: z.number().nullable().describe('what they may cost together; null without a limit'),
    specs: z.array(spec),
    ...next,
  }),
  z.strictObject({ ok: z.literal(false), score, questions: z.array(z.string()), ...next }),
]);
