import { writeFileSync } from 'node:fs';
import type { JudgeCheck, Run } from '@loopwright/core';
import { askJudge } from '@loopwright/hooks';
import { openAnyRun } from '@loopwright/store';
import {
  clientEnvironment,
  clientPath,
  createSandbox,
  createScriptedModel,
  type ModelRequest,
  type Reply,
  runInSandbox,
  type Sandbox,
  type ScriptedModel,
} from '@loopwright/testkit';
import { onTestFinished } from 'vitest';
import { command } from '../support/drive.ts';

/** A project before a judge. */
export interface Court {
  readonly sandbox: Sandbox;
  readonly model: ScriptedModel;
  /** The requests to the judges, in order. */
  readonly requests: readonly ModelRequest[];
  /** Writes a file of the project after the start. */
  readonly write: (path: string, text: string) => void;
  /** Asks a judge of the real client about a statement. */
  readonly ask: (
    statement?: string,
    about?: Partial<JudgeCheck>,
  ) => Promise<Awaited<ReturnType<typeof askJudge>> & { readonly log: string }>;
}

/** Sets up a project whose judge answers with these replies in turn. `spent` is the spent part of the run's $25. */
export async function holdCourt(
  files: Readonly<Record<string, string>>,
  replies: readonly ((request: ModelRequest) => Reply | Promise<Reply>)[],
  spent = 0,
): Promise<Court> {
  const sandbox = await createSandbox({
    files: { 'README.md': '# Sum\n', 'sum.js': 'one\n', ...files },
    git: 'committed',
  });
  onTestFinished(sandbox.remove);
  const requests: ModelRequest[] = [];
  const left = [...replies];
  const answer = (request: ModelRequest): Reply | Promise<Reply> => {
    requests.push(request);
    const reply = left.shift();
    if (!reply) throw new Error('the judge was asked once too often');
    return reply(request);
  };
  const model = await createScriptedModel({ main: answer, errand: answer });
  onTestFinished(model.close);
  const root = sandbox.project.path;
  const run = await startRun(sandbox, spent);
  return {
    sandbox,
    model,
    requests,
    write: (path, text) => writeFileSync(sandbox.project.at(path), text),
    ask: async (judge = 'the README explains what sum does', about = {}) => {
      let log = '';
      const ran = await askJudge(
        { judge, ...about },
        { root, run, env: clientEnvironment(sandbox, model), program: clientPath(), askedBy: 'driver' },
        {
          cwd: root,
          env: {},
          timeoutMs: 60_000,
          mark: `judge-${Math.random()}`,
          signal: new AbortController().signal,
          onStart: () => undefined,
          onOutput: (chunk) => {
            log += Buffer.from(chunk).toString();
          },
        },
      );
      return { ...ran, log };
    },
  };
}

/** Starts a run with the built command. */
async function startRun(sandbox: Sandbox, spent: number): Promise<Run> {
  const sessionId = 'session-1';
  const words = ['start', 'Explain sum in the README.', '--session', sessionId, '--force'];
  const started = await runInSandbox({ sandbox, command: [process.execPath, command, ...words] });
  const opened = openAnyRun({ root: sandbox.project.path, sessionId });
  if (opened.status !== 'open') throw new Error(started.stderr);
  opened.close();
  const { run } = opened;
  return { ...run, frames: run.frames.map((frame) => ({ ...frame, spend: { usd: spent, tokens: 0 } })) };
}
