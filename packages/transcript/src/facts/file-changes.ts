import {
  arrayField,
  fieldOf,
  objectField,
  objectsField,
  parseObject,
  stringField,
  type UntrustedObject,
} from '../json/untrusted.ts';

/** A change of one file by one tool call, as the client recorded it. */
export interface FileChange {
  /** The time of the line, as the client wrote it. */
  readonly timestamp: string;
  readonly path: string;
  /** Lines added and removed; left out where the client recorded the name alone. */
  readonly lines?: { readonly added: number; readonly removed: number };
}

const RESULT_FIELD = '"toolUseResult"';

/**
 * The changes of files in one line of a transcript: edits, new files, and changes by shell commands. The client shows
 * the lines of the first files that a command changed, and names the others. Never throws.
 */
export function fileChanges(line: string): readonly FileChange[] {
  if (!line.includes(RESULT_FIELD)) return [];
  const entry = parseObject(line);
  const result = objectField(entry, 'toolUseResult');
  const timestamp = stringField(entry, 'timestamp');
  if (!result || timestamp === undefined) return [];
  return [...editOf(result), ...commandEdits(objectField(result, 'bashEditDiff'))].map((one) => ({
    timestamp,
    ...one,
  }));
}

type Change = Omit<FileChange, 'timestamp'>;

/** The result of Edit or Write. */
function editOf(result: UntrustedObject): readonly Change[] {
  const path = stringField(result, 'filePath');
  if (path === undefined || !Array.isArray(fieldOf(result, 'structuredPatch'))) return [];
  const content = stringField(result, 'content');
  // The patch of a new file is empty.
  if (fieldOf(result, 'type') === 'create' && content !== undefined)
    return [{ path, lines: { added: linesIn(content), removed: 0 } }];
  return [{ path, lines: countLines(objectsField(result, 'structuredPatch')) }];
}

/** The changes that the client saw a shell command make. */
function commandEdits(diff: UntrustedObject | undefined): readonly Change[] {
  const shown = objectsField(diff, 'files').flatMap((file): readonly Change[] => {
    const path = stringField(file, 'filePath');
    if (path === undefined) return [];
    const hunks = objectsField(file, 'hunks');
    return [hunks.length === 0 ? { path } : { path, lines: countLines(hunks) }];
  });
  const known = new Set(shown.map(({ path }) => path));
  const others = arrayField(diff, 'changedFiles').filter(
    (path): path is string => typeof path === 'string' && !known.has(path),
  );
  return [...shown, ...others.map((path) => ({ path }))];
}

function countLines(hunks: readonly UntrustedObject[]): NonNullable<FileChange['lines']> {
  const lines = hunks.flatMap((hunk) => arrayField(hunk, 'lines')).map(String);
  const beginningWith = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return { added: beginningWith('+'), removed: beginningWith('-') };
}

function linesIn(text: string): number {
  const ends = text.split('\n').length - 1;
  return text === '' || text.endsWith('\n') ? ends : ends + 1;
}
