import type { OpenRun } from '@loopwright/store';
import type { Context } from '../program/context.ts';
import { requireRun } from './locate-run.ts';
import { finish } from './submit.ts';

/** Opens the run, works on it, updates its views, and closes it, also after an error. */
export async function withRun<T>(context: Context, work: (opened: OpenRun) => T | Promise<T>): Promise<T> {
  const opened = requireRun(context);
  try {
    return await work(opened);
  } finally {
    finish(opened, context.now());
  }
}
