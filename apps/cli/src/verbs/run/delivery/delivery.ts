import * as z from 'zod/mini';
import { recall, remember } from '../../../session/memory.ts';

/** What becomes of the work of a run: where it is done, when it is committed, and where it is pushed to. */
const delivery = z.object({
  /** The top of the work tree that the run works in. */
  top: z.string(),
  /** The branch that takes the commits; undefined without one, when nothing is committed. */
  branch: z.optional(z.string()),
  /** The commit that the run began at. */
  start: z.string(),
  /** Set for a linked work tree that was made for the run: the top of the main one, and the folder of its project. */
  worktree: z.optional(z.object({ main: z.string(), project: z.string() })),
  when: z.enum(['each', 'end', 'none']),
  /** Files that the user had changed before, relative to the top. */
  leftOut: z.array(z.string()),
  pr: z.optional(z.object({ remote: z.string(), base: z.string() })),
  /** Everything is committed, pushed and opened. */
  isDone: z.optional(z.boolean()),
  url: z.optional(z.string()),
});
export type Delivery = z.infer<typeof delivery>;

/** Reads the delivery of a run; undefined for a run without one. */
export function readDelivery(root: string, runId: string): Delivery | undefined {
  return recall(delivery, 'deliveries', [root, runId]);
}

/** Remembers the delivery of a run, so that `--resume` goes on with it. Throws `CliError` if no folder takes it. */
export function writeDelivery(root: string, runId: string, value: Delivery): void {
  const lost = 'the commits of this run could not be continued later';
  remember('deliveries', [root, runId], value, lost);
}
