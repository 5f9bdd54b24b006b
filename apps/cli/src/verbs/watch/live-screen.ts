import { emitKeypressEvents, type Key } from 'node:readline';

/** A terminal that is drawn again and again, and its keys. */
export interface LiveScreen {
  readonly columns: number | undefined;
  readonly rows: number;
  draw(lines: readonly string[]): void;
  /** Resolves to the next key, or to undefined after a time or a change of the size. */
  key(withinMs: number): Promise<string | undefined>;
  /** Leaves the last page on the screen and the terminal as it was. */
  close(): void;
}

/** Another screen without a cursor, and the way back. */
const [OPEN, CLOSE] = ['\u001b[?1049h\u001b[?25l', '\u001b[?1049l\u001b[?25h'];
const ENDS = ['SIGTERM', 'SIGHUP'] as const;

/** Takes over the terminal of this process. An end of its input, or of the process, quits as `q` does. */
export function openScreen(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): LiveScreen {
  const waiting: string[] = [];
  let shown: readonly string[] = [];
  let wake = (): void => undefined;
  const press = (key: string): void => {
    waiting.push(key);
    wake();
  };
  const quit = (): void => press('q');
  const onKey = (text: string | undefined, { name = '', ctrl }: Key): void =>
    press(ctrl && name === 'c' ? 'q' : name === 'up' || name === 'down' ? name : (text ?? name));
  const onResize = (): void => wake();
  emitKeypressEvents(stdin);
  stdin.setRawMode(true).on('keypress', onKey).on('end', quit).resume();
  stdout.on('resize', onResize).write(OPEN);
  for (const name of ENDS) process.once(name, quit);
  return {
    get columns() {
      return stdout.columns;
    },
    get rows() {
      return stdout.rows || 24;
    },
    draw(lines) {
      shown = lines;
      // Each line clears what stood right of it, and the last one everything below.
      stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
    },
    async key(withinMs) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return waiting.shift();
    },
    close() {
      stdout.write(`${CLOSE}${shown.join('\n')}\n`);
      stdin.setRawMode(false).off('keypress', onKey).off('end', quit).pause();
      stdout.off('resize', onResize);
      for (const name of ENDS) process.off(name, quit);
    },
  };
}
