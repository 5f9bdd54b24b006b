import { killGroup } from '../process/process-group.ts';
import { TestkitError } from '../testkit-error.ts';
import { createScreenBuffer, type StyledText, type TerminalNotice } from './screen-buffer.ts';

/** A program to start in a pseudo-terminal. */
export interface ProgramOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** 100 unless given. */
  readonly columns?: number | undefined;
  /** 40 unless given. */
  readonly rows?: number | undefined;
  /** How long to wait for something on the screen; 30 s unless given. */
  readonly timeoutMs?: number | undefined;
}

/** A program in a pseudo-terminal, as a person sees it. */
export interface ProgramTerminal {
  /** The current screen. */
  readonly screen: () => string;
  /** The current screen with its colours. */
  readonly styled: () => readonly (readonly StyledText[])[];
  /** The notifications, titles and bells that the terminal was sent so far. */
  readonly notices: () => readonly TerminalNotice[];
  /** Waits until the terminal was sent a notice like this. */
  readonly waitForNotice: (kind: TerminalNotice['kind'], text: string | RegExp) => Promise<void>;
  /** Waits until the screen shows this, and returns the screen. */
  readonly waitFor: (shown: string | RegExp, withinMs?: number) => Promise<string>;
  /** Waits until something holds; asks again after each change of the screen. `what` is for the error. */
  readonly until: (what: string, isSo: () => boolean, withinMs?: number) => Promise<void>;
  /** Presses keys: text as it is, and control sequences such as `\u001b` for Escape. */
  readonly press: (keys: string) => void;
  /** Resolves when the program has exited or was killed. */
  readonly ended: Promise<{ readonly exitCode: number }>;
  /** Ends the program and everything in its group. */
  readonly close: () => Promise<void>;
}

/**
 * Starts any program in a pseudo-terminal.
 *
 * @example
 * const terminal = await openProgram({ command: ['loop', 'watch'], cwd, env });
 * onTestFinished(terminal.close);
 * await terminal.waitFor('q quit');
 */
export async function openProgram(options: ProgramOptions): Promise<ProgramTerminal> {
  const { command, cwd, env, columns = 100, rows = 40, timeoutMs = 30_000 } = options;
  const { spawn } = await import('@lydell/node-pty');
  const screen = createScreenBuffer({ columns, rows });
  const [file, ...args] = command;
  const program = spawn(file, args, { name: 'xterm-256color', cols: columns, rows, cwd, env: { ...env } });
  const killAtExit = (): void => killGroup(program.pid, 'SIGKILL');
  process.once('exit', killAtExit);

  const watchers = new Set<() => void>();
  let gone = false;
  program.onData((output) => {
    void screen.write(output).then(() => watchers.forEach((check) => check()));
  });
  screen.onAnswer((answer) => program.write(answer));
  const ended = new Promise<{ exitCode: number }>((resolve) => {
    program.onExit(({ exitCode }) => {
      gone = true;
      process.removeListener('exit', killAtExit);
      watchers.forEach((check) => check());
      resolve({ exitCode });
    });
  });

  async function until(what: string, isSo: () => boolean, withinMs = timeoutMs): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        watchers.delete(check);
      };
      const check = (): void => {
        if (isSo()) {
          stop();
          resolve();
        } else if (gone) {
          stop();
          reject(
            new TestkitError('ENDED', `the program left before ${what}; the screen was:\n${screen.text()}`),
          );
        }
      };
      const timer = setTimeout(() => {
        stop();
        reject(
          new TestkitError('TIMEOUT', `no ${what} within ${withinMs} ms; the screen is:\n${screen.text()}`),
        );
      }, withinMs);
      watchers.add(check);
      check();
    });
  }

  return {
    screen: screen.text,
    styled: screen.styled,
    notices: screen.notices,
    waitForNotice: (kind, text) =>
      until(`${kind} ${text}`, () =>
        screen.notices().some((notice) => notice.kind === kind && shows(notice.text, text)),
      ),
    waitFor: async (shown, withinMs) => {
      await until(`sight of ${shown}`, () => shows(screen.text(), shown), withinMs);
      return screen.text();
    },
    until,
    press: (keys) => program.write(keys),
    ended,
    close: async () => {
      killGroup(program.pid, 'SIGKILL');
      await ended;
      screen.dispose();
    },
  };
}

function shows(screen: string, shown: string | RegExp): boolean {
  return typeof shown === 'string' ? screen.includes(shown) : shown.test(screen);
}
