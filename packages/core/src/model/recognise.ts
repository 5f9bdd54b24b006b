import { isFields } from '../views/json.ts';
import type { Frame, Run } from '../schemas/run.ts';

/**
 * Tells whether a value is built like a run: every list and every object that folding reaches into is there.
 * What we put on record ourselves stands under a hash, so this looks for another version's shape and not for
 * every field; that is what the schema is for, which a hook can't afford to load.
 */
export function isRun(value: unknown): value is Run {
  return (
    isFields(value) &&
    ['id', 'session', 'status'].every((key) => typeof value[key] === 'string') &&
    ['createdAt', 'updatedAt', 'ttlMs', 'events'].every((key) => typeof value[key] === 'number') &&
    isListOf(value['closed'], isFields) &&
    isFields(value['extras']) &&
    isListOf(value['frames'], isFrame)
  );
}

/** Tells whether a value is built like a frame, as `isRun` does for a run. */
export function isFrame(value: unknown): value is Frame {
  return (
    isFields(value) &&
    ['id', 'mode', 'spec', 'shape'].every((key) => typeof value[key] === 'string') &&
    ['iteration', 'startedAt'].every((key) => typeof value[key] === 'number') &&
    ['limits', 'breaker', 'spend', 'extras'].every((key) => isFields(value[key])) &&
    ['criteria', 'steps', 'notes'].every((key) => isListOf(value[key], isFields)) &&
    isListOf(value['tasks'], (task) => isFields(task) && Array.isArray(task['blockedBy']))
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
