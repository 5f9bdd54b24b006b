import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from '@loopwright/core';
import { fingerprint } from '@loopwright/store';
import { createTranscript, say, tool } from '@loopwright/testkit';
import { runProcess } from '../process/run-process.ts';
import { SESSION, stopHook, stopInput } from '../stage/hook.ts';
import type { Project } from '../stage/project.ts';
import { openLoop, startLoop } from '../stage/start-loop.ts';
import { type Case, type Happening, type Said, textOf } from './case.ts';

/** Brings a folder to where the case has it: the loop, and all that happened before the stop. */
export async function stageCase(one: Case, project: Project): Promise<void> {
  write(project, { 'sum.js': 'module.exports = (a, b) => a + b;\n' });
  if (one.loop !== null) startLoop(project.path, one.loop ?? {}).close();
  for (const happening of one.before ?? []) await happen(happening, project, one);
}

/** What the hook is told at the stop that is judged. */
export function inputOf(one: Case, project: Project): string {
  const message = one.message === null ? null : textOf(one.message, one.lineEnd);
  const transcript = one.transcript && writeTranscript(one.transcript, project);
  return stopInput(project.path, {
    last_assistant_message: message,
    transcript_path: transcript ?? project.beside('missing.jsonl'),
    ...one.stop,
  });
}

async function happen(happening: Happening, project: Project, one: Case): Promise<void> {
  if ('write' in happening) write(project, happening.write);
  else if ('remove' in happening) rmSync(project.at(happening.remove), { recursive: true });
  else if ('verify' in happening) verify(project.path, happening.verify);
  else if ('command' in happening) submit(project.path, happening.command);
  else if ('edit' in happening) edit(project, happening.edit.view, happening.edit.fields);
  else {
    const stdin = stopInput(project.path, {
      last_assistant_message: textOf(happening.stop.message),
      transcript_path: project.beside('missing.jsonl'),
      stop_hook_active: happening.stop.isContinuing === true,
    });
    await runProcess(stopHook(process.execPath, project.path, stdin, one.env));
  }
}

function write(project: Project, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(project.at(name)), { recursive: true, mode: 0o700 });
    writeFileSync(project.at(name), text);
  }
}

function edit(project: Project, view: string, fields: Readonly<Record<string, unknown>>): void {
  const path = project.at(`.loop/${view}`);
  const state = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
  writeFileSync(path, JSON.stringify({ ...state, ...fields }, undefined, 2));
}

function submit(root: string, stated: object): void {
  const opened = openLoop(root);
  try {
    // The corpus states commands without their time.
    const submission = opened.submit({ ...stated, at: Date.now() } as Command);
    if (submission.status !== 'recorded') throw new Error('A command of the case was not recorded.');
    const { rejected } = submission.decision;
    if (rejected) throw new Error(`A command of the case was refused: ${JSON.stringify(rejected)}`);
  } finally {
    opened.close();
  }
}

/** Puts on record what the checks would have given, on the work tree as it is. */
function verify(root: string, results: Readonly<Record<string, 'pass' | 'fail'>>): void {
  const opened = openLoop(root);
  const { criteria } = opened.run.frames.at(-1) ?? { criteria: [] };
  opened.close();
  submit(root, {
    type: 'verify',
    results: Object.entries(results).map(([criterion, result]) => {
      const paths = criteria.find(({ name }) => name === criterion)?.check?.paths ?? [];
      return {
        criterion,
        evidence: {
          id: `evidence-${criterion}`,
          at: Date.now(),
          passed: result === 'pass',
          exitCode: result === 'pass' ? 0 : 1,
          durationMs: 10,
          fingerprint: fingerprint(root, paths.length > 0 ? { paths } : {}).value,
        },
      };
    }),
  });
}

function writeTranscript(said: readonly Said[], project: Project): string {
  const transcript = createTranscript({ sessionId: SESSION, cwd: project.path, startMs: Date.now() });
  for (const one of said) {
    if ('prompt' in one) transcript.prompt(textOf(one.prompt));
    else if ('reply' in one) transcript.reply(say(textOf(one.reply)));
    else if ('compaction' in one) transcript.compaction(textOf(one.compaction));
    else if ('line' in one) transcript.line(one.line);
    else {
      transcript.reply(tool(one.tool, one.input));
      if (one.gave) transcript.toolResults(textOf(one.gave));
    }
  }
  const path = project.beside('transcript.jsonl');
  writeFileSync(path, transcript.text());
  return path;
}
