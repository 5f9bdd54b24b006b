import type { OpenRun } from '@loopwright/store';
import type { Context } from '../program/context.ts';
import { requireRun } from './locate-run.ts';
import { finish } from './submit.ts';

/** Works on the run that is meant; whatever comes of it, the views are brought up to it and it is let go of. */
export async function withRun<T>(context: Context, work: (opened: OpenRun) => T | Promise<T>): Promise<T> {
  const opened = requireRun(context);
  try {
    return await work(opened);
  } finally {
    finish(opened, context.now());
  }
}
