import assert from 'node:assert/strict';
import { appendFileSync, closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import { createTranscript, say } from '@loopwright/testkit';
import type { Figure, Section } from '../figures/figure.ts';
import { type Cost, costOf, measureCosts, type Measured, median, ms } from '../process/cost.ts';
import { mainNode } from '../process/nodes.ts';
import { timeProcess } from '../process/run-process.ts';
import { SESSION, stopHook, stopInput } from '../stage/hook.ts';
import { createProject, type Project } from '../stage/project.ts';
import { openLoop, startLoop } from '../stage/start-loop.ts';
import type { Plan } from './plan.ts';
import { checkContinues, ORDINARY_MESSAGE } from './stop-setups.ts';

const MB = 2 ** 20;
const SIZES = [
  { name: '1 KB', bytes: 1024 },
  { name: '1 MB', bytes: MB },
  { name: '100 MB', bytes: 100 * MB },
  { name: '1 GB', bytes: 1024 * MB },
] as const;

/** The transcript lines that a turn adds before each stop. */
const TURN = createTranscript({ sessionId: SESSION }).reply(say(ORDINARY_MESSAGE)).text();

/** Compares stops with transcripts of all sizes to the smallest, with and without the client's last message. */
export function benchTranscripts({ rounds }: Plan): Section {
  const last = SIZES.at(-1)?.bytes ?? 0;
  const projects = SIZES.map(({ bytes }) => withTranscript(bytes));
  try {
    const stages = SIZES.map(({ name }, index) => ({ name, project: projects[index] as Project }));
    // The first stop of a loop records the offset where its usage count starts.
    for (const { project } of stages) checkContinues(timeProcess(stopIn('', project, 'said').invocation()));
    const measured = stages.flatMap(({ name, project }) => [
      stopIn(name, project, 'said'),
      stopIn(`${name}, fallback`, project, 'unsaid'),
    ]);
    const costs = measureCosts(measured, Math.ceil(rounds / 2));
    const spent = stages.map(({ project }) => tokensOf(project));
    assert.ok((spent[0] ?? 0) > 0 && spent.every((tokens) => tokens === spent[0]), `counted ${spent.join()}`);
    const small = costOf(costs, '1 KB');
    return {
      title: `A long transcript, to ${(last / MB / 1024).toFixed(0)} GB`,
      figures: [
        ...['1 MB', '100 MB', '1 GB'].flatMap((name) => moreThan(small, costOf(costs, name), name)),
        ...moreThan(
          costOf(costs, '1 KB, fallback'),
          costOf(costs, '1 GB, fallback'),
          '1 GB as the only source',
        ),
      ],
    };
  } finally {
    projects.forEach((project) => project.remove());
  }
}

function moreThan(small: Cost, large: Cost, name: string): Figure[] {
  const [before, after] = [median(small.wallMs), median(large.wallMs)];
  const [little, much] = [median(small.rssMb), median(large.rssMb)];
  const isGoal = name.startsWith('1 GB');
  return [
    {
      what: `${name} against 1 KB: time`,
      value: after - before,
      unit: 'ms',
      ...(isGoal && { goal: { kind: 'at most', limit: 5 } as const }),
      measured: `${ms(before)} → ${ms(after)}; processor ${ms(median(small.cpuMs))} → ${ms(median(large.cpuMs))}`,
    },
    {
      what: `${name} against 1 KB: memory`,
      value: much - little,
      unit: 'MB',
      ...(isGoal && { goal: { kind: 'at most', limit: 10 } as const }),
      measured: `${little.toFixed(1)} → ${much.toFixed(1)} MB at the most`,
    },
  ];
}

function stopIn(name: string, project: Project, message: 'said' | 'unsaid'): Measured {
  const transcript = project.beside('transcript.jsonl');
  const stdin = stopInput(project.path, {
    transcript_path: transcript,
    last_assistant_message: message === 'said' ? ORDINARY_MESSAGE : null,
  });
  const { path } = mainNode();
  let turns = 0;
  return {
    name,
    prepare: () => {
      turns += 1;
      appendFileSync(transcript, TURN.replaceAll(/msg_\w+/g, `msg_${name.replace(/\W/g, '')}_${turns}`));
    },
    invocation: () => stopHook(path, project.path, stdin),
    check: checkContinues,
  };
}

function withTranscript(bytes: number): Project {
  const project = createProject('transcript');
  const room = statfsSync(project.path);
  if (room.bavail * room.bsize < 2 * bytes) throw new Error(`There is no room for ${bytes} bytes.`);
  startLoop(project.path, { limits: { iterations: null, budgetUsd: null } }).close();
  const file = openSync(project.beside('transcript.jsonl'), 'w');
  const lines = Buffer.from(TURN.repeat(Math.max(1, Math.floor(Math.min(bytes, 4 * MB) / TURN.length))));
  for (let written = 0; written < bytes; written += lines.length) writeSync(file, lines);
  closeSync(file);
  return project;
}

function tokensOf(project: Project): number {
  const opened = openLoop(project.path);
  opened.close();
  return opened.run.frames.at(-1)?.spend.tokens ?? 0;
}
