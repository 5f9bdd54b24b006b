import xterm from '@xterm/headless';

/** Output to a terminal that is not text: a notification, a title, or a bell. */
export interface TerminalNotice {
  readonly kind: 'notification' | 'title' | 'bell';
  /** Empty for a bell. */
  readonly text: string;
}

/** One run of characters of the same look. A colour is `#rrggbb`; undefined means the terminal's own. */
export interface StyledText {
  readonly text: string;
  readonly colour: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

/** A terminal's screen in memory: bytes in, lines out. */
export interface ScreenBuffer {
  /** Draws a program's output; resolves when the screen shows it. */
  readonly write: (output: string) => Promise<void>;
  /** The visible lines, without trailing blanks. */
  readonly text: () => string;
  /** The visible lines with their colours, for pictures. */
  readonly styled: () => readonly (readonly StyledText[])[];
  /** Every notification, title and bell so far, in order. */
  readonly notices: () => readonly TerminalNotice[];
  /** Called with a terminal's own answers, e.g. the cursor position. */
  readonly onAnswer: (listener: (answer: string) => void) => void;
  readonly dispose: () => void;
}

/** Creates an empty screen of the given size. */
export function createScreenBuffer(size: { readonly columns: number; readonly rows: number }): ScreenBuffer {
  const terminal = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  const notices: TerminalNotice[] = [];
  const notify = (text: string): boolean => {
    notices.push({ kind: 'notification', text });
    return true;
  };
  // OSC 9 (iTerm2 and others), 777 (rxvt and others), 99 (kitty).
  for (const code of [9, 777, 99]) terminal.parser.registerOscHandler(code, notify);
  terminal.onTitleChange((text) => notices.push({ kind: 'title', text }));
  terminal.onBell(() => notices.push({ kind: 'bell', text: '' }));
  return {
    write: async (output) => new Promise((resolve) => terminal.write(output, resolve)),
    text: () => {
      const { active } = terminal.buffer;
      return Array.from({ length: size.rows }, (_, row) =>
        (active.getLine(active.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
      )
        .join('\n')
        .trimEnd();
    },
    styled: () => {
      const { active } = terminal.buffer;
      return Array.from({ length: size.rows }, (_, row) =>
        styledLine(active.getLine(active.viewportY + row), size.columns),
      );
    },
    notices: () => notices,
    onAnswer: (listener) => {
      terminal.onData(listener);
    },
    dispose: () => terminal.dispose(),
  };
}

type Line = NonNullable<ReturnType<xterm.Terminal['buffer']['active']['getLine']>>;
type Cell = NonNullable<ReturnType<Line['getCell']>>;

function styledLine(line: Line | undefined, columns: number): readonly StyledText[] {
  const pieces: StyledText[] = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    // The second half of a wide character has no width of its own.
    if (!cell || cell.getWidth() === 0) continue;
    const look = lookOf(cell);
    const last = pieces.at(-1);
    const text = cell.getChars() || ' ';
    if (last && isSameLook(last, look)) pieces[pieces.length - 1] = { ...last, text: last.text + text };
    else pieces.push({ text, ...look });
  }
  return pieces;
}

type Look = Omit<StyledText, 'text'>;

function lookOf(cell: Cell): Look {
  return {
    colour: colourOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
  };
}

function isSameLook(one: Look, other: Look): boolean {
  return one.colour === other.colour && one.isBold === other.isBold && one.isDim === other.isDim;
}

/** The first sixteen colours of a terminal, readable on a dark background. */
const PALETTE =
  '#484f58 #ff7b72 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #b1bac4 #6e7681 #ffa198 #7ee787 #e3b341 #a5d6ff #e2c5ff #b3f0ff #f0f6fc'.split(
    ' ',
  );
const STEPS = [0, 95, 135, 175, 215, 255];

function colourOf(isRgb: boolean, isPalette: boolean, value: number): string | undefined {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (!isPalette) return undefined;
  if (value < 16) return PALETTE[value];
  if (value >= 232) return hex([value, value, value].map((grey) => 8 + (grey - 232) * 10));
  const cube = value - 16;
  return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => STEPS[step] ?? 0));
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
