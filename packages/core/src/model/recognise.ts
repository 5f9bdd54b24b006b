import { isFields } from '../views/json.ts';
import type { Frame, Run } from './run.ts';

/**
 * True for a value with the lists and objects that folding reads. Our own records carry a hash, so this only
 * detects the shape of another version. The schema checks every field, but a hook can't afford to load it.
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

/** True for a value with the shape of a frame; see `isRun`. */
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
