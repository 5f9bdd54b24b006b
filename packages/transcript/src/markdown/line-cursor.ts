const TAB = 9;
const SPACE = 32;
const TAB_STOP = 4;

/** A place in one line of Markdown, counted in characters and in columns, because a tab is wider than one. */
export interface LineCursor {
  readonly line: string;
  /** Index of the next character that is not yet consumed. */
  offset: number;
  /** Column of that place; a tab may be consumed in part, so this can lie inside it. */
  column: number;
  /** Index of the first character at or after `offset` that is neither space nor tab. */
  textStart: number;
  /** Column of `textStart`. */
  textColumn: number;
}

/** Puts a cursor at the start of a line. */
export function startLine(line: string): LineCursor {
  const cursor = { line, offset: 0, column: 0, textStart: 0, textColumn: 0 };
  findText(cursor);
  return cursor;
}

/** How many columns of white space lie before the next text. */
export function indentOf(cursor: LineCursor): number {
  return cursor.textColumn - cursor.column;
}

/** Whether nothing but white space is left. */
export function isBlank(cursor: LineCursor): boolean {
  return cursor.textStart === cursor.line.length;
}

/** Consumes up to `count` columns; part of a tab counts as the columns it stands for. */
export function skipColumns(cursor: LineCursor, count: number): void {
  let left = count;
  while (left > 0 && cursor.offset < cursor.line.length) {
    const isTab = cursor.line.charCodeAt(cursor.offset) === TAB;
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

/** Whether a character code is a space or a tab, the only white space that Markdown's blocks know. */
export function isSpaceOrTab(code: number): boolean {
  return code === SPACE || code === TAB;
}

function findText(cursor: LineCursor): void {
  let index = cursor.offset;
  let column = cursor.column;
  while (index < cursor.line.length) {
    const code = cursor.line.charCodeAt(index);
    if (!isSpaceOrTab(code)) break;
    column += code === TAB ? TAB_STOP - (column % TAB_STOP) : 1;
    index += 1;
  }
  cursor.textStart = index;
  cursor.textColumn = column;
}
