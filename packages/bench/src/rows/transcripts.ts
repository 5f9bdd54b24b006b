import { createTranscript, say } from '@loopwright/testkit';
import assert from 'node:assert/strict';
import { appendFileSync, closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import { type Cost, mainNode, type Measured, measureCosts, timeProcess } from '../costs.ts';
import { type Figure, median, ms } from '../figures.ts';
import { createProject, openLoop, type Project, SESSION, startLoop, stopHook, stopInput } from '../stage.ts';
import { checkContinues, ORDINARY_MESSAGE } from '../stops.ts';

const MB = 2 ** 20;
const SIZES = { '1 KB': 1024, '1 GB': 1024 * MB };

/** The transcript lines that a turn adds before each stop. */
const TURN = createTranscript({ sessionId: SESSION }).reply(say(ORDINARY_MESSAGE)).text();

/** Compares a stop with a huge transcript to one with a small transcript. */
export function benchTranscripts(rounds: number): readonly Figure[] {
  const stages = Object.entries(SIZES).map(([name, bytes]) => ({ name, project: withTranscript(bytes) }));
  try {
    const stops = stages.map(({ name, project }) => stopIn(name, project));
    // The first stop of a loop records the offset where its usage count starts.
    for (const { invocation } of stops) checkContinues(timeProcess(invocation()));
    const cost = measureCosts(stops, Math.ceil(rounds / 2));
    const spent = stages.map(({ project }) => tokensOf(project));
    assert.ok((spent[0] ?? 0) > 0 && spent.every((tokens) => tokens === spent[0]), `counted ${spent.join()}`);
    return moreThan(cost('1 KB'), cost('1 GB'));
  } finally {
    stages.forEach(({ project }) => project.remove());
  }
}

function moreThan(small: Cost, large: Cost): Figure[] {
  const [before, after] = [median(small.wallMs), median(large.wallMs)];
  const [little, much] = [median(small.rssMb), median(large.rssMb)];
  return [
    {
      what: '1 GB against 1 KB: time',
      value: after - before,
      unit: 'ms',
      goal: { kind: 'at most', limit: 5 },
      measured: `${ms(before)} → ${ms(after)}; processor ${ms(median(small.cpuMs))} → ${ms(median(large.cpuMs))}`,
    },
    {
      what: '1 GB against 1 KB: memory',
      value: much - little,
      unit: 'MB',
      goal: { kind: 'at most', limit: 10 },
      measured: `${little.toFixed(1)} → ${much.toFixed(1)} MB at the most`,
    },
  ];
}

function stopIn(name: string, project: Project): Measured {
  const transcript = project.beside('transcript.jsonl');
  const stdin = stopInput(project.path, {
    transcript_path: transcript,
    last_assistant_message: ORDINARY_MESSAGE,
  });
  let turns = 0;
  return {
    name,
    prepare: () => appendFileSync(transcript, TURN.replaceAll(/msg_\w+/g, `msg_${(turns += 1)}`)),
    invocation: () => stopHook(mainNode().path, project.path, stdin),
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
