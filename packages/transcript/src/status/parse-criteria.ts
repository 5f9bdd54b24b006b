import { parseObject } from '../json/untrusted.ts';
import type { StatusProblem } from './status-block.ts';

const MAX_JSON = 65_536;
const MAX_CRITERIA = 1_000;
const MAX_NAME = 1_000;

/** Criteria as reported, and what of the report could not be read. */
export interface ReportedCriteria {
  readonly criteria: ReadonlyMap<string, boolean>;
  readonly problems: readonly StatusProblem[];
}

const TOO_LARGE: ReportedCriteria = {
  criteria: new Map(),
  problems: [{ field: 'CRITERIA', code: 'too-large' }],
};

/**
 * Reads a JSON object of criteria and booleans; undefined for anything else. Never throws, and takes no name for more
 * than a name.
 */
export function parseCriteria(json: string): ReportedCriteria | undefined {
  if (json.length > MAX_JSON) return TOO_LARGE;
  const parsed = parseObject(json);
  if (parsed === undefined) return undefined;
  const entries = Object.entries(parsed);
  if (entries.length > MAX_CRITERIA || entries.some(([name]) => name.length > MAX_NAME)) return TOO_LARGE;

  const criteria = new Map<string, boolean>();
  const problems: StatusProblem[] = [];
  for (const [name, isMet] of entries) {
    if (typeof isMet === 'boolean') criteria.set(name, isMet);
    else problems.push({ field: 'CRITERIA', code: 'malformed', criterion: name });
  }
  return { criteria, problems };
}
