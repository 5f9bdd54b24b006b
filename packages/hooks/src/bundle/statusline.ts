import { hasRun } from '@loopwright/store/presence';
import { readStdin } from '../edge/read-stdin.ts';
import { statusSession } from '../edge/status-segment.ts';

/**
 * The command of the client's status line. Without a loop in the session it loads nothing else. `--beside COMMAND` runs
 * the status line that was there before, with the same input, and puts the segment beside it.
 */
function main(): void {
  const [flag, before] = process.argv.slice(2);
  readStdin((result) => {
    const input = result.kind === 'json' ? result.value : undefined;
    const other = flag === '--beside' && before ? runOther(before, JSON.stringify(input ?? {})) : undefined;
    const segment = segmentOf(input);
    const line = other ? appended(other.text, segment) : segment && `${segment}\n`;
    if (line) process.stdout.write(line);
    if (result.kind === 'endless') process.kill(process.pid, 'SIGKILL');
    process.exit(segment ? 0 : (other?.code ?? 0));
  });
}

const rare = (): typeof import('./rare.ts') => require('./rare.cjs');

const { env } = process;
const columns = Number(env['COLUMNS']) || 80;

function segmentOf(input: unknown): string {
  const session = statusSession(input, env);
  if (!session || !hasRun(session.root, session.sessionId)) return '';
  const hasColour = !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return rare().statusSegment(session, { columns, hasColour }, Date.now());
}

/** A status line that hangs doesn't pile up: the client starts one for every change. */
const MAX_MS = 5000;

function runOther(command: string, input: string): { readonly text: string; readonly code: number } {
  const { spawnSync } = require('node:child_process') as typeof import('node:child_process');
  const { stdout, status } = spawnSync(command, {
    shell: true,
    input,
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { text: String(stdout ?? ''), code: status ?? 1 };
}

/** Puts the segment at the end of the last line, or on a line of its own where both don't fit. */
function appended(text: string, segment: string): string {
  if (!segment) return text;
  const lines = text.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  const both = last ? `${last} │ ${segment}` : segment;
  const isFit = rare().textWidth(both) <= columns - 4;
  return `${(isFit ? [...lines.slice(0, -1), both] : [...lines, segment]).join('\n')}\n`;
}

main();
