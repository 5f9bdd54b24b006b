const TAB = 9;
const SPACE = 32;
const TAB_STOP = 4;

/** A place in one line of a text, counted in characters and in columns, because a tab is wider than one. */
export interface LineCursor {
  readonly text: string;
  /** Where the line ends. */
  end: number;
  /** Index of the next character that is not yet consumed. */
  offset: number;
  /** Column of that place; a tab may be consumed in part, so this can lie inside it. */
  column: number;
  /** Index of the first character at or after `offset` that is neither space nor tab. */
  textStart: number;
  /** Column of `textStart`. */
  textColumn: number;
}

/** Creates a cursor that stands in no line yet. One is enough for a text: a new one for each line takes time. */
export function createLineCursor(text: string): LineCursor {
  return { text, end: 0, offset: 0, column: 0, textStart: 0, textColumn: 0 };
}

/** Puts a cursor at the start of a line. */
export function startLine(cursor: LineCursor, start: number, end: number): void {
  cursor.end = end;
  cursor.offset = start;
  cursor.column = 0;
  findText(cursor);
}

/** How many columns of white space lie before the next text. */
export function indentOf(cursor: LineCursor): number {
  return cursor.textColumn - cursor.column;
}

/** Whether nothing but white space is left. */
export function isBlank(cursor: LineCursor): boolean {
  return cursor.textStart === cursor.end;
}

/** Consumes columns, no more than the line has; part of a tab counts as the columns it stands for. */
export function skipColumns(cursor: LineCursor, count: number): void {
  let left = count;
  while (left > 0) {
    const isTab = cursor.text.charCodeAt(cursor.offset) === TAB;
    const width = isTab ? TAB_STOP - (cursor.column % TAB_STOP) : 1;
    const taken = Math.min(left, width);
    cursor.column += taken;
    if (taken === width) cursor.offset += 1;
    left -= taken;
  }
  // Tab stops are absolute, so text once found stays where it is: a deep list on one long line stays linear.
  if (cursor.offset > cursor.textStart) findText(cursor);
}

/** Consumes the white space before the next text. */
export function skipIndent(cursor: LineCursor): void {
  cursor.offset = cursor.textStart;
  cursor.column = cursor.textColumn;
}

/** Whether a character is a space or a tab, the only white space that Markdown's blocks know. */
export function isSpaceOrTab(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === SPACE || code === TAB;
}

function findText(cursor: LineCursor): void {
  let index = cursor.offset;
  let column = cursor.column;
  let code = cursor.text.charCodeAt(index);
  while (code === SPACE || code === TAB) {
    column += code === TAB ? TAB_STOP - (column % TAB_STOP) : 1;
    index += 1;
    code = cursor.text.charCodeAt(index);
  }
  cursor.textStart = index;
  cursor.textColumn = column;
}
