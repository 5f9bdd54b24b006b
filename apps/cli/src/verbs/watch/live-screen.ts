import { createLogUpdate } from 'log-update';

/** A terminal that is drawn again and again, and its keys. */
export interface LiveScreen {
  readonly columns: number | undefined;
  readonly rows: number;
  draw(text: string): void;
  /** Resolves to the next key, or to undefined after a time or a change of the size. */
  key(withinMs: number): Promise<string | undefined>;
  /** Leaves the last page on the screen and the terminal as it was. */
  close(): void;
}

const DEFAULT_ROWS = 24;
const INTERRUPT = '\u0003';

/** Takes over the terminal of this process. An end of its input, or of the process, quits as `q` does. */
export function openScreen(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): LiveScreen {
  const update = createLogUpdate(stdout, { showCursor: false });
  const waiting: string[] = [];
  let wake = (): void => undefined;
  const onKeys = (data: Buffer | string): void => {
    waiting.push(...keysOf(String(data)));
    wake();
  };
  const quit = (): void => onKeys('q');
  const onResize = (): void => {
    update.clear();
    wake();
  };
  stdin.setRawMode(true);
  stdin.on('data', onKeys);
  stdin.on('end', quit);
  stdin.resume();
  stdout.on('resize', onResize);
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, quit);
  return {
    get columns() {
      return stdout.columns;
    },
    get rows() {
      return stdout.rows || DEFAULT_ROWS;
    },
    draw: (text) => update(text),
    async key(withinMs) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = () => undefined;
      }
      return waiting.shift();
    },
    close() {
      update.done();
      stdin.setRawMode(false);
      stdin.off('data', onKeys);
      stdin.off('end', quit);
      stdin.pause();
      stdout.off('resize', onResize);
      for (const name of ['SIGTERM', 'SIGHUP'] as const) process.off(name, quit);
    },
  };
}

/** Splits terminal input into keys: an escape sequence is one key. */
function keysOf(data: string): readonly string[] {
  return [...data.matchAll(/\u001b\[[0-9;]*[A-Za-z~]|\u001bO[A-Z]|[\s\S]/gu)].map(([key]) =>
    key === INTERRUPT ? 'q' : key,
  );
}
