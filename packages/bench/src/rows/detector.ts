import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nastyMessages } from '../../../transcript/test/nasty-messages.ts';
import { mainNode, timeProcess } from '../costs.ts';
import { type Figure, median, ms } from '../figures.ts';
import { createProject, type Project } from '../stage.ts';

const PROGRAM = join(import.meta.dirname, '../programs/read-message.ts');

interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The times of one message: in a fresh process, and once it is warm. */
interface Reading {
  readonly name: string;
  readonly fresh: Times;
  readonly warm: Times;
}

/** Reads messages made to be slow, each in its own process: cold, and warm. */
export function benchDetector(rounds: number): readonly Figure[] {
  const project = createProject('messages');
  const read = (name: string, text: string, signals?: number): Reading =>
    readIn(project, { name, text, rounds: rounds > 8 ? 5 : 2 }, signals);
  try {
    const plain = [
      read('an ordinary message', 'All tests pass.\n\n<loop-done>COMPLETE</loop-done>\n', 1),
      read('a message without a signal', 'All tests pass.\n'.repeat(600), 0),
    ];
    const nasty = Object.entries(nastyMessages()).map(([name, text]) => read(name, text));
    return [
      ...plain.map(({ name, fresh }) => figureOf(`${name}, in a fresh process`, fresh)),
      worst(nasty, 'fresh'),
      worst(nasty, 'warm'),
    ];
  } finally {
    project.remove();
  }
}

function readIn(
  project: Project,
  { name, text, rounds }: { readonly name: string; readonly text: string; readonly rounds: number },
  expected?: number,
): Reading {
  const path = project.beside('message.md');
  writeFileSync(path, text);
  const command = mainNode().path;
  const ended = timeProcess({ command, args: [PROGRAM, path, String(rounds)], stdin: '', env: {} });
  assert.equal(ended.code, 0, `${name}: ${ended.stderr}`);
  const [fresh, ...warm] = JSON.parse(ended.stdout) as readonly (Times & { readonly signals: number })[];
  assert.ok(fresh);
  // Every reading must find the same signals, and the known number of them.
  for (const { signals } of [fresh, ...warm]) assert.equal(signals, expected ?? fresh.signals, name);
  const middle = (key: keyof Times): number => median(warm.map((time) => time[key]));
  return { name, fresh, warm: { wallMs: middle('wallMs'), cpuMs: middle('cpuMs') } };
}

function worst(readings: readonly Reading[], which: 'fresh' | 'warm'): Figure {
  const [slowest, second] = readings.toSorted((a, b) => b[which].wallMs - a[which].wallMs);
  if (!slowest || !second) throw new Error('No message was read.');
  const what = `the nastiest of ${readings.length} of a megabyte, in a ${which} process`;
  const figure = figureOf(what, slowest[which]);
  return {
    ...figure,
    goal: { kind: 'at most', limit: 100 },
    measured: `${slowest.name}; ${figure.measured}; then ${ms(second[which].wallMs)} (${second.name})`,
  };
}

function figureOf(what: string, { wallMs, cpuMs }: Times): Figure {
  return { what, value: wallMs, unit: 'ms', measured: `processor ${ms(cpuMs)}` };
}
