import { hooksOffIn } from '@loopwright/hooks/facts';
import type { Context } from '../program/context.ts';
import { findPlace } from './place.ts';

/** Says that no session is held because all hooks are off; empty while they are on. */
export function hooksOffLines(context: Context): readonly string[] {
  const path = hooksOffIn(context.env, findPlace(context).root ?? context.cwd);
  if (path === undefined) return [];
  return [`All hooks are off, so no session is held to its loop: take disableAllHooks out of ${path}.`];
}
