/** One tool call of a client, for people who watch. */
export interface ClientAct {
  readonly tool: string;
  /** The file, command or pattern of the call. May contain any characters. */
  readonly target: string | undefined;
  /** The client's permission rules refused the call. */
  readonly isRefused: boolean;
}

/** The input fields that name a target, the most telling first. */
const TARGET_FIELDS = [
  'file_path',
  'notebook_path',
  'command',
  'pattern',
  'path',
  'url',
  'query',
  'skill',
  'description',
];

/** The target of a tool call, from its input; undefined for an input without one. */
export function targetOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const fields = input as Readonly<Record<string, unknown>>;
  return TARGET_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
}
