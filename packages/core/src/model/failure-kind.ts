import type { Ending } from './run.ts';
import { FAILURE_KINDS, type FailureKind } from './vocabulary.ts';

/** The kind of the API error that paused a run, from the ending's detail `<kind>: <reason>`; undefined for other endings. */
export function failureKindOf({ kind, detail = '' }: Ending): FailureKind | undefined {
  return kind === 'paused' ? FAILURE_KINDS.find((one) => detail.startsWith(`${one}: `)) : undefined;
}
