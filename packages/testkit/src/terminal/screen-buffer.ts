import xterm from '@xterm/headless';

/** A terminal's screen in memory: bytes in, lines out. */
export interface ScreenBuffer {
  /** Draws a program's output; resolves when the screen shows it. */
  readonly write: (output: string) => Promise<void>;
  /** The visible lines, without trailing blanks. */
  readonly text: () => string;
  /** Called with a terminal's own answers, e.g. the cursor position. */
  readonly onAnswer: (listener: (answer: string) => void) => void;
  readonly dispose: () => void;
}

/** Creates an empty screen of the given size. */
export function createScreenBuffer(size: { readonly columns: number; readonly rows: number }): ScreenBuffer {
  const terminal = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
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
    onAnswer: (listener) => {
      terminal.onData(listener);
    },
    dispose: () => terminal.dispose(),
  };
}
