import { clientEnvironment } from '../client/client-environment.ts';
import { clientPath } from '../client/client-path.ts';
import { type ClaudeOptions, commonArguments } from '../client/claude-options.ts';
import { isolate } from '../process/isolation.ts';
import { openProgram, type ProgramTerminal } from './open-program.ts';
import { trustProject } from './trust-project.ts';

/** An interactive client. */
export interface TerminalOptions extends ClaudeOptions {
  /** 100 unless given. */
  readonly columns?: number;
  /** 40 unless given. */
  readonly rows?: number;
}

/** A client in a pseudo-terminal, as a person sees it. */
export interface Terminal extends ProgramTerminal {
  /** Types text into the prompt and sends it off. */
  readonly submit: (text: string) => Promise<void>;
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
  const { sandbox, model, project = sandbox.project, columns, rows, timeoutMs } = options;
  await trustProject(sandbox.home, project.path);
  const isolated = isolate([clientPath(), ...commonArguments(options)], [model, ...(options.services ?? [])]);
  const program = await openProgram({
    command: [isolated.command, ...isolated.args],
    cwd: project.path,
    env: { ...clientEnvironment(sandbox, model), ...isolated.env, ...options.env },
    columns,
    rows,
    timeoutMs,
  });
  await program.waitFor(/^❯/m);
  return {
    ...program,
    submit: async (text) => {
      const start = [...text].slice(0, 30).join('');
      program.press(text);
      // Send Enter after the text has arrived: the client treats both in one chunk as a paste.
      await program.until(`prompt with ${start}`, () => promptLine(program.screen()).includes(start));
      program.press('\r');
      await program.until('empty prompt', () => !promptLine(program.screen()).includes(start));
    },
  };
}

/** The line that the user types into: the last one with the prompt sign, below the conversation. */
function promptLine(screen: string): string {
  return screen.split('\n').findLast((line) => line.startsWith('❯')) ?? '';
}
