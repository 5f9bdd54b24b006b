import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReader, detectSignals, parseStatusBlock } from '../dist/index.js';
import * as parser from '../dist/remark.js';
import { followUsage, readTail, usageFromNow } from '../dist/node.js';
import { nastyMessages } from './nasty-messages.ts';

/** Median of the processor time of some runs in milliseconds: on a busy machine the clock measures the others. */
function measure(run: () => unknown, runs = 15): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return times.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
}

/** The same for something so short that it has to be done many times to be seen. */
function measureShort(run: () => unknown): number {
  const times = 1_000;
  return (
    measure(() => {
      for (let count = 0; count < times; count += 1) run();
    }, 7) / times
  );
}

function row(name: string, ms: number, base?: number): void {
  const ratio = base === undefined ? '' : `${(ms / base).toFixed(2)} ×`;
  process.stdout.write(
    `  ${name.padEnd(52)} ${ms.toFixed(ms < 0.1 ? 4 : 2).padStart(9)} ms ${ratio.padStart(12)}\n`,
  );
}

function title(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

const SIGNAL = '<loop-done>COMPLETE</loop-done>';
const PROSE = 'The quick brown fox jumps over `the` lazy dog and **runs** the tests again.\n'.repeat(4);
const MESSAGE = `# Report\n\n${`${PROSE}\n- one\n- two\n\n\`\`\`\ncode\n\`\`\`\n\n`.repeat(29)}`.slice(
  0,
  10_000,
);

function benchMessages(): void {
  title('A message of 10 KB (ratio to the one without a signal)');
  const none = measureShort(() => detectSignals(MESSAGE));
  row('no signal', none, none);
  row(
    'signal in a section of its own',
    measureShort(() => detectSignals(`${MESSAGE}\n\n${SIGNAL}`)),
    none,
  );
  row(
    'signal that is only shown',
    measureShort(() => detectSignals(`${MESSAGE}\n\nSay \`${SIGNAL}\`.`)),
    none,
  );
  row(
    'signal below marks, so that remark reads its section',
    measureShort(() => detectSignals(`${MESSAGE}\n\n\`x\` *y*\n${SIGNAL}`)),
    none,
  );
  const status = `${MESSAGE}\n\n---LOOP_STATUS---\nEXIT_SIGNAL: false\nCRITERIA: {"a": true}\nSTUCK_COUNT: 0\nNEXT: b\n---END_STATUS---`;
  row(
    'status block',
    measureShort(() => parseStatusBlock(status)),
    none,
  );
}

function benchNasty(): void {
  title('Nasty messages of 1 MB, the slowest first (limit: 100 ms)');
  const times = Object.entries(nastyMessages()).map(([name, message]) => {
    const read = (): void => {
      const reader = createReader(() => parser);
      reader.detectSignals(message);
      reader.parseStatusBlock(message);
    };
    return [name, measure(read, 3)] as const;
  });
  for (const [name, ms] of times.sort((one, other) => other[1] - one[1])) row(name, ms, 100);
}

function transcript(folder: string, name: string, size: number, kind: 'real' | 'sparse'): string {
  const path = join(folder, `${name}.jsonl`);
  const line = `${JSON.stringify({ type: 'assistant', isSidechain: false, message: { id: name, content: 'x'.repeat(400) } })}\n`;
  const file = openSync(path, 'w');
  if (kind === 'sparse') {
    ftruncateSync(file, size - line.length - 1);
    writeSync(file, `\n${line}`, size - line.length - 1);
  } else {
    const chunk = Buffer.from(line.repeat(Math.max(1, Math.min(2_000, Math.floor(size / line.length)))));
    for (let written = 0; written < size; written += chunk.length) writeSync(file, chunk);
  }
  closeSync(file);
  return path;
}

const MEGABYTE = 2 ** 20;
const SIZES: Readonly<Record<string, readonly [size: number, kind: 'real' | 'sparse']>> = {
  '1 KB': [1_024, 'real'],
  '1 MB': [MEGABYTE, 'real'],
  '100 MB': [100 * MEGABYTE, 'real'],
  '1 GB': [1_024 * MEGABYTE, 'real'],
  '1 GB sparse': [1_024 * MEGABYTE, 'sparse'],
};

function benchTails(): void {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-bench-'));
  try {
    const pathOf = (name: string): string => {
      const path = join(folder, `${name}.jsonl`);
      const [size, kind] = SIZES[name] ?? [MEGABYTE, 'real'];
      return statSync(path, { throwIfNoEntry: false }) === undefined
        ? transcript(folder, name, size, kind)
        : path;
    };
    title('The tail of a transcript, 256 KiB of it (ratio to 1 MB)');
    const base = measure(() => readTail(pathOf('1 MB')), 51);
    for (const name of Object.keys(SIZES)) {
      const path = pathOf(name);
      row(
        name,
        measure(() => readTail(path), 51),
        base,
      );
    }
    title('What is new in a transcript since the last look (ratio to 1 MB)');
    const small = pathOf('1 MB');
    const smallMemory = usageFromNow(small);
    const newBase = measure(() => followUsage(small, smallMemory), 51);
    for (const name of ['1 MB', '100 MB', '1 GB']) {
      const path = pathOf(name);
      const memory = usageFromNow(path);
      row(
        name,
        measure(() => followUsage(path, memory), 51),
        newBase,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

benchMessages();
benchNasty();
benchTails();
