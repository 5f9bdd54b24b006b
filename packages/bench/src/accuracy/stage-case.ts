import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from '@loopwright/core';
import { treeIdentity } from '@loopwright/checks';
import { createTranscript, say, tool } from '@loopwright/testkit';
import { runProcess } from '../costs.ts';
import { openLoop, type Project, SESSION, startLoop, stopHook, stopInput } from '../stage.ts';
import { type Case, type EarlierEvent, type TranscriptPart, textOf } from './case.ts';

/** Prepares a folder for a case: starts the loop and replays the events before the stop. */
export async function stageCase(testCase: Case, project: Project): Promise<void> {
  write(project, { 'sum.js': 'module.exports = (a, b) => a + b;\n' });
  if (testCase.loop !== null) startLoop(project.path, testCase.loop ?? {}).close();
  for (const event of testCase.before ?? []) await replay(event, project, testCase);
}

/** The hook's input at the judged stop. */
export function inputOf(testCase: Case, project: Project): string {
  const message = testCase.message === null ? null : textOf(testCase.message, testCase.lineEnd);
  const transcript = testCase.transcript && writeTranscript(testCase.transcript, project);
  return stopInput(project.path, {
    last_assistant_message: message,
    transcript_path: transcript ?? project.beside('missing.jsonl'),
    ...testCase.stop,
  });
}

async function replay(event: EarlierEvent, project: Project, testCase: Case): Promise<void> {
  if ('write' in event) write(project, event.write);
  else if ('remove' in event) rmSync(project.at(event.remove), { recursive: true });
  else if ('verify' in event) verify(project.path, event.verify);
  else if ('command' in event) submit(project.path, event.command);
  else if ('edit' in event) edit(project, event.edit.view, event.edit.fields);
  else {
    const stdin = stopInput(project.path, {
      last_assistant_message: textOf(event.stop.message),
      transcript_path: project.beside('missing.jsonl'),
      stop_hook_active: event.stop.isContinuing === true,
    });
    await runProcess(stopHook(process.execPath, project.path, stdin, testCase.env));
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

function submit(root: string, command: object): void {
  const opened = openLoop(root);
  try {
    // Commands of the corpus have no time.
    const submission = opened.submit({ ...command, at: Date.now() } as Command);
    if (submission.status === 'unrecorded') throw new Error(`Not recorded: ${submission.reason}`);
    const { rejected } = submission.decision;
    if (rejected) throw new Error(`A command of the case was refused: ${JSON.stringify(rejected)}`);
  } finally {
    opened.close();
  }
}

/** Records these check results as evidence for the current work tree. */
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
          fingerprint: identityOf(root, paths),
        },
      };
    }),
  });
}

function writeTranscript(parts: readonly TranscriptPart[], project: Project): string {
  const transcript = createTranscript({ sessionId: SESSION, cwd: project.path, startMs: Date.now() });
  for (const part of parts) {
    // Queued, or a loop would wait for the user to whom Claude answered without a tool.
    if ('prompt' in part) transcript.prompt(textOf(part.prompt), 'queued');
    else if ('reply' in part) transcript.reply(say(textOf(part.reply)));
    else if ('compaction' in part) transcript.compaction(textOf(part.compaction));
    else if ('line' in part) transcript.line(part.line);
    else {
      transcript.reply(tool(part.tool, part.input));
      if (part.gave) transcript.toolResults(textOf(part.gave));
    }
  }
  const path = project.beside('transcript.jsonl');
  writeFileSync(path, transcript.text());
  return path;
}

function identityOf(root: string, paths: readonly string[]): string {
  const tree = treeIdentity(root, { paths });
  if (tree.status === 'unknown') throw new Error(tree.reason);
  return tree.identity;
}
