import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nastyMessages } from '../../../transcript/test/nasty-messages.ts';
import { mainNode, timeProcess } from '../costs.ts';
import { type Figure, ms } from '../figures.ts';
import { createProject } from '../stage.ts';

const PROGRAM = join(import.meta.dirname, '../programs/read-message.ts');

interface Reading {
  readonly name: string;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Reads messages made to be slow, each in a process of its own. */
export function benchDetector(): readonly Figure[] {
  const project = createProject('messages');
  const read = (name: string, text: string, expected?: number): Reading => {
    const path = project.beside('message.md');
    writeFileSync(path, text);
    const ended = timeProcess({ command: mainNode().path, args: [PROGRAM, path], stdin: '', env: {} });
    assert.equal(ended.code, 0, `${name}: ${ended.stderr}`);
    const { signals, ...times } = JSON.parse(ended.stdout) as Reading & { readonly signals: number };
    assert.equal(signals, expected ?? signals, name);
    return { ...times, name };
  };
  try {
    const plain = [
      read('an ordinary message', 'All tests pass.\n\n<loop-done>COMPLETE</loop-done>\n', 1),
      read('a message without a signal', 'All tests pass.\n'.repeat(600), 0),
    ];
    const nasty = Object.entries(nastyMessages()).map(([name, text]) => read(name, text));
    const [slowest, second] = nasty.toSorted((a, b) => b.wallMs - a.wallMs);
    if (!slowest || !second) throw new Error('No message was read.');
    const worst = figureOf(`the nastiest of ${nasty.length} of a megabyte`, slowest);
    return [
      ...plain.map((reading) => figureOf(reading.name, reading)),
      {
        ...worst,
        goal: { kind: 'at most', limit: 100 },
        measured: `${slowest.name}; ${worst.measured}; then ${ms(second.wallMs)} (${second.name})`,
      },
    ];
  } finally {
    project.remove();
  }
}

function figureOf(what: string, { wallMs, cpuMs }: Reading): Figure {
  return {
    what: `${what}, in a fresh process`,
    value: wallMs,
    unit: 'ms',
    measured: `processor ${ms(cpuMs)}`,
  };
}
