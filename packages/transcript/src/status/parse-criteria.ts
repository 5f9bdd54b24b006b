import type { StatusProblem } from './status-block.ts';

const MAX_JSON = 65_536;
const MAX_CRITERIA = 1_000;
const MAX_NAME = 1_000;

/** Criteria as reported, and what of the report could not be read. */
export interface ReportedCriteria {
  readonly criteria: ReadonlyMap<string, boolean>;
  readonly problems: readonly StatusProblem[];
}

/** Reads a JSON object of criteria and booleans; never throws, and takes no name for more than a name. */
export function parseCriteria(json: string): ReportedCriteria {
  if (json.length > MAX_JSON) return nothing('too-large');
  const parsed = parseObject(json);
  if (parsed === undefined) return nothing('malformed');
  const entries = Object.entries(parsed);
  if (entries.length > MAX_CRITERIA || entries.some(([name]) => name.length > MAX_NAME))
    return nothing('too-large');

  const criteria = new Map<string, boolean>();
  const problems: StatusProblem[] = [];
  for (const [name, isMet] of entries) {
    if (typeof isMet === 'boolean') criteria.set(name, isMet);
    else problems.push({ field: 'CRITERIA', code: 'malformed', criterion: name });
  }
  return { criteria, problems };
}

function parseObject(json: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function nothing(code: StatusProblem['code']): ReportedCriteria {
  return { criteria: new Map(), problems: [{ field: 'CRITERIA', code }] };
}
