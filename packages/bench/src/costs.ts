import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type InstalledNode, installedNodes } from '@loopwright/testkit';
import { type Figure, type Goal, median, quantile } from './figures.ts';

/** A program to run like a hook: a line on standard input, a separate environment. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How a process ended. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

const TIMEOUT_MS = 60_000;
const PROBE = join(import.meta.dirname, 'probe.cjs');

/** Runs a process, and measures its time from before the start until after the exit. */
export function timeProcess(invocation: Invocation): Ended & { readonly wallMs: number } {
  const start = performance.now();
  const ended = runToEnd(invocation, []);
  return { ...ended, wallMs: performance.now() - start };
}

interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** Runs a Node process with the probe, which costs a little, so this takes no time. */
function probeProcess(invocation: Invocation): Ended & Usage {
  const ended = runToEnd(invocation, ['--require', PROBE]);
  return { ...ended, ...(JSON.parse(ended.probed) as Usage) };
}

function runToEnd({ command, args, stdin, env, cwd }: Invocation, before: readonly string[]) {
  const { stdout, stderr, status, output, error } = spawnSync(command, [...before, ...args], {
    input: stdin,
    env,
    cwd,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    stdio: ['pipe', 'pipe', 'pipe', ...(before.length > 0 ? (['pipe'] as const) : [])],
    maxBuffer: 2 ** 26,
  });
  // A program may close the pipe without reading its input.
  if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  return { stdout, stderr, code: status, probed: output[3] ?? '' };
}

/** Runs a process in parallel with others. */
export function runProcess({ command, args, stdin, env, cwd }: Invocation): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'pipe', timeout: TIMEOUT_MS, ...(cwd && { cwd }) });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...said, code }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

/** A process to measure, with a check of its answer. */
export interface Measured {
  readonly name: string;
  /** Prepares the next turn; its time isn't counted. */
  readonly prepare?: () => void;
  readonly invocation: () => Invocation;
  /** Throws on a wrong answer, which gets no figure. */
  readonly check: (ended: Ended) => void;
  /** Set if the process isn't Node and can't report its own usage. */
  readonly isForeign?: boolean;
}

/** The samples of a process. Processor time and memory are empty for one without a report. */
export interface Cost {
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly number[];
  readonly rssMb: readonly number[];
}

/** Gives the cost of a measured process by its name; throws for any other. */
export type Costs = (name: string) => Cost;

/**
 * Measures processes in turns, so that other load affects all of them: first wall time without a probe, then their own
 * usage with one. The first round warms up, and each round begins with another process.
 */
export function measureCosts(measured: readonly Measured[], rounds: number): Costs {
  const own = measured.filter(({ isForeign }) => !isForeign);
  const timed = inTurns(measured, rounds, timeProcess);
  const probed = inTurns(own, Math.max(3, Math.ceil(rounds / 3)), probeProcess);
  return (name) => {
    const [times, usages] = [timed.get(name), probed.get(name) ?? []];
    if (!times) throw new Error(`${name} was not measured.`);
    return {
      wallMs: times.map(({ wallMs }) => wallMs),
      cpuMs: usages.map(({ cpuMs }) => cpuMs),
      rssMb: usages.map(({ rssMb }) => rssMb),
    };
  };
}

function inTurns<Sample extends Ended>(
  measured: readonly Measured[],
  rounds: number,
  run: (invocation: Invocation) => Sample,
): ReadonlyMap<string, readonly Sample[]> {
  const samples = new Map<string, Sample[]>(measured.map(({ name }) => [name, []]));
  for (let turn = 0; turn < (rounds + 1) * measured.length; turn += 1) {
    const round = Math.floor(turn / measured.length);
    const subject = measured[(turn + round) % measured.length] as Measured;
    subject.prepare?.();
    const sample = run(subject.invocation());
    try {
      subject.check(sample);
    } catch (cause) {
      throw new Error(`${subject.name} gave a wrong answer: ${sample.stdout}${sample.stderr}`, { cause });
    }
    if (round > 0) samples.get(subject.name)?.push(sample);
  }
  return samples;
}

/** A row that compares two processes measured in the same turns. */
export function ratioFigure(what: string, own: Cost, base: Cost, goal?: Goal): Figure {
  const [mine, other] = [median(own.wallMs), median(base.wallMs)];
  const [low, high] = [quantile(own.wallMs, 0.25), quantile(own.wallMs, 0.75)];
  const hasUsage = own.cpuMs.length > 0 && base.cpuMs.length > 0;
  const [cpu, baseCpu] = hasUsage ? [median(own.cpuMs), median(base.cpuMs)] : [0, 0];
  const usage = hasUsage ? `; processor ${baseCpu.toFixed(1)} → ${cpu.toFixed(1)} ms` : '';
  return {
    what,
    value: mine / other,
    unit: '×',
    ...(goal && { goal }),
    measured: `${other.toFixed(1)} → ${mine.toFixed(1)} ms (${low.toFixed(1)}–${high.toFixed(1)})${usage}`,
  };
}

/** The Node of measurements that use only one. */
export function mainNode(): InstalledNode {
  return (installedNodes.find(({ major }) => major === 24) ?? installedNodes.at(-1)) as InstalledNode;
}
