import type { ValuesOf, globalFlags } from '@loopwright/core/flags';
import { choosePaint, type Page, pageWidth } from '../terminal/page.ts';
import { CliError, exitCodes, toCliError } from './cli-error.ts';
import type { Answer, Context } from './context.ts';
import { answerJson, answerText, errorJson, errorText } from './print-answer.ts';

/** One of the two streams that the command writes to. */
export interface Stream {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  write(text: string): void;
}

/** Everything of the process that a command touches. */
export interface Host extends Pick<
  Context,
  'env' | 'script' | 'now' | 'newId' | 'readInput' | 'askPerson' | 'tellStarter'
> {
  readonly typed: readonly string[];
  readonly cwd: () => string;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** A command line that was understood. */
export interface Call {
  readonly flags: ValuesOf<typeof globalFlags>;
  readonly answer: (context: Context) => Answer | Promise<Answer>;
}

/** Reads the command line, prints the answer, and returns the exit code. Never throws. */
export async function runCommand(host: Host, name: string, read: () => Call): Promise<number> {
  const { typed, stdout, stderr } = host;
  const end = typed.indexOf('--');
  const isJson = typed.slice(0, end < 0 ? typed.length : end).includes('--json');
  const page = (stream: Stream): Page => ({
    width: pageWidth(host.env['COLUMNS'], stream.columns),
    paint: choosePaint({
      env: host.env,
      isTerminal: stream.isTerminal,
      isRefused: typed.includes('--no-color'),
    }),
  });
  try {
    const call = read();
    const answer = await call.answer({
      ...host,
      cwd: currentFolder(host),
      flags: call.flags,
      messages: { ...stderr, page: page(stderr) },
      commandName: name,
    });
    stdout.write(isJson ? answerJson(answer, name) : answerText(answer, page(stdout), name));
    return exitCodes[answer.exit ?? 'ok'].code;
  } catch (thrown) {
    const error = toCliError(thrown);
    if (isJson) stdout.write(errorJson(error, name));
    else stderr.write(errorText(error, page(stderr), name));
    return exitCodes[error.exit].code;
  }
}

function currentFolder({ cwd }: Host): string {
  try {
    return cwd();
  } catch (cause) {
    throw new CliError({ message: 'The folder that this was started in is gone.', cause });
  }
}
