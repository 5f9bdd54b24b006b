import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nastyMessages } from '../../../transcript/test/nasty-messages.ts';
import type { Figure, Section } from '../figures/figure.ts';
import { median, ms } from '../process/cost.ts';
import { mainNode } from '../process/nodes.ts';
import { timeProcess } from '../process/run-process.ts';
import { createProject, type Project } from '../stage/project.ts';
import type { Plan } from './plan.ts';

const PROGRAM = join(import.meta.dirname, '../programs/read-message.ts');
const SIGNAL = '<loop-done>COMPLETE</loop-done>';
/** Messages with a known number of signals. */
const KNOWN: Readonly<Record<string, { readonly text: string; readonly signals: number }>> = {
  'an ordinary message': { text: `All tests pass.\n\n${SIGNAL}\n`, signals: 1 },
  'a message without a signal': { text: 'All tests pass.\n'.repeat(600), signals: 0 },
};

interface Reading {
  readonly name: string;
  readonly fresh: Times;
  readonly warm: Times;
}

interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Reads messages made to be slow, each in its own process: cold, and warm. */
export function benchDetector({ pace }: Plan): Section {
  const project = createProject('messages');
  try {
    const rounds = pace === 'full' ? 5 : 2;
    const known = Object.entries(KNOWN).map(([name, { text, signals }]) =>
      read(project, { name, text, rounds }, signals),
    );
    const nasty = Object.entries(nastyMessages()).map(([name, text]) =>
      read(project, { name, text, rounds }),
    );
    const goal = { kind: 'at most', limit: 100 } as const;
    return {
      title: 'Reading a message',
      figures: [
        ...known.map(({ name, fresh }): Figure => figureOf(`${name}, in a fresh process`, fresh)),
        { ...worst(nasty, 'fresh', 'in a fresh process'), goal },
        { ...worst(nasty, 'warm', 'in a warm process'), goal },
      ],
    };
  } finally {
    project.remove();
  }
}

function read(
  project: Project,
  { name, text, rounds }: { readonly name: string; readonly text: string; readonly rounds: number },
  expected?: number,
): Reading {
  const path = project.beside('message.md');
  writeFileSync(path, text);
  assert.ok(statSync(path).size <= 2 ** 21, `${name} is no message of a megabyte`);
  const { stdout, stderr, code } = timeProcess({
    command: mainNode().path,
    args: [PROGRAM, path, String(rounds)],
    stdin: '',
    env: {},
  });
  assert.equal(code, 0, `${name}: ${stderr}`);
  const times = JSON.parse(stdout) as readonly (Times & { readonly signals: number })[];
  const [fresh, ...warm] = times;
  assert.ok(fresh);
  // Every reading must find the same signals, and the known number of them.
  for (const { signals } of times) assert.equal(signals, expected ?? fresh.signals, name);
  const middle = (key: keyof Times): number => median(warm.map((time) => time[key]));
  return { name, fresh, warm: { wallMs: middle('wallMs'), cpuMs: middle('cpuMs') } };
}

function worst(readings: readonly Reading[], which: 'fresh' | 'warm', where: string): Figure {
  const [slowest, second] = readings.toSorted((a, b) => b[which].wallMs - a[which].wallMs);
  if (!slowest || !second) throw new Error('No message was read.');
  const figure = figureOf(`the nastiest of ${readings.length} of a megabyte, ${where}`, slowest[which]);
  const next = `then ${ms(second[which].wallMs)} (${second.name})`;
  return { ...figure, measured: `${slowest.name}; ${figure.measured}; ${next}` };
}

function figureOf(what: string, { wallMs, cpuMs }: Times): Figure {
  return { what, value: wallMs, unit: 'ms', measured: `processor ${ms(cpuMs)}` };
}
