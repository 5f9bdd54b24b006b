import { clientEnvironment } from '../client/client-environment.ts';
import { clientPath } from '../client/client-path.ts';
import { type ClaudeOptions, commonArguments } from '../client/claude-options.ts';
import { isolate } from '../process/isolation.ts';
import { killGroup } from '../process/process-group.ts';
import { TestkitError } from '../testkit-error.ts';
import { createScreenBuffer, type StyledText, type TerminalNotice } from './screen-buffer.ts';
import { trustProject } from './trust-project.ts';

/** An interactive client. */
export interface TerminalOptions extends ClaudeOptions {
  /** 100 unless given. */
  readonly columns?: number;
  /** 40 unless given. */
  readonly rows?: number;
}

/** A client in a pseudo-terminal, as a person sees it. */
export interface Terminal {
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
  /** Types text into the prompt and sends it off. */
  readonly submit: (text: string) => Promise<void>;
  /** Presses keys: text as it is, and control sequences such as `\u001b` for Escape. */
  readonly press: (keys: string) => void;
  /** Resolves when the client has exited or was killed. */
  readonly ended: Promise<{ readonly exitCode: number }>;
  /** Ends the client and everything in its group. */
  readonly close: () => Promise<void>;
}

/** Whether a prebuilt pseudo-terminal exists for this machine. */
export async function canOpenTerminal(): Promise<boolean> {
  return import('@lydell/node-pty').then(
    () => true,
    () => false,
  );
}

/**
 * Starts the real client in a pseudo-terminal, in a home where every question of a first start is
 * answered, and resolves when it asks for a prompt.
 *
 * @example
 * const terminal = await openTerminal({ sandbox, model });
 * onTestFinished(terminal.close);
 * await terminal.submit('hello');
 * await terminal.waitFor('Hello from the script.');
 */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { sandbox, model, project = sandbox.project, columns = 100, rows = 40, timeoutMs = 30_000 } = options;
  await trustProject(sandbox.home, project.path);
  const isolated = isolate([clientPath(), ...commonArguments(options)], [model, ...(options.services ?? [])]);
  const { spawn } = await import('@lydell/node-pty');
  const screen = createScreenBuffer({ columns, rows });
  const client = spawn(isolated.command, [...isolated.args], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: project.path,
    env: { ...clientEnvironment(sandbox, model), ...isolated.env, ...options.env },
  });
  const killAtExit = (): void => killGroup(client.pid, 'SIGKILL');
  process.once('exit', killAtExit);

  const watchers = new Set<() => void>();
  let gone = false;
  client.onData((output) => {
    void screen.write(output).then(() => watchers.forEach((check) => check()));
  });
  screen.onAnswer((answer) => client.write(answer));
  const ended = new Promise<{ exitCode: number }>((resolve) => {
    client.onExit(({ exitCode }) => {
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
            new TestkitError('ENDED', `the client left before ${what}; the screen was:\n${screen.text()}`),
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

  const terminal: Terminal = {
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
    submit: async (text) => {
      const start = [...text].slice(0, 30).join('');
      client.write(text);
      // Send Enter after the text has arrived: the client treats both in one chunk as a paste.
      await until(`prompt with ${start}`, () => promptLine(screen.text()).includes(start));
      client.write('\r');
      await until('empty prompt', () => !promptLine(screen.text()).includes(start));
    },
    press: (keys) => client.write(keys),
    ended,
    close: async () => {
      killGroup(client.pid, 'SIGKILL');
      await ended;
      screen.dispose();
    },
  };
  await terminal.waitFor(/^❯/m);
  return terminal;
}

function shows(screen: string, shown: string | RegExp): boolean {
  return typeof shown === 'string' ? screen.includes(shown) : shown.test(screen);
}

/** The line that the user types into: the last one with the prompt sign, below the conversation. */
function promptLine(screen: string): string {
  return screen.split('\n').findLast((line) => line.startsWith('❯')) ?? '';
}
