import { clientEnvironment } from '../client/client-environment.ts';
import type { LoopbackService } from '../loopback/serve-loopback.ts';
import type { ScriptedModel } from '../model/scripted-model.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';
import { TestkitError } from '../testkit-error.ts';
import { isolate } from './isolation.ts';
import { type CommandResult, runGroup } from './process-group.ts';

/** A command to run, and the services it may reach. */
export interface SandboxCommand {
  readonly sandbox: Sandbox;
  readonly command: readonly [string, ...string[]];
  /** The sandbox's project unless given. */
  readonly cwd?: string;
  /** With a model the command can start clients: it gets a client's environment. */
  readonly model?: ScriptedModel;
  readonly services?: readonly LoopbackService[];
  readonly env?: Readonly<Record<string, string>>;
  /** The command's stdin; empty unless given. */
  readonly input?: string;
  /** 60 s unless given. */
  readonly timeoutMs?: number;
}

/**
 * Runs any command in a sandbox: with its home, its environment, and no network but the services.
 * Resolves for any exit; rejects only at the timeout.
 */
export async function runInSandbox(run: SandboxCommand): Promise<CommandResult> {
  const { sandbox, model, services = [], timeoutMs = 60_000 } = run;
  const isolated = isolate(run.command, model === undefined ? services : [model, ...services]);
  const base = model === undefined ? sandbox.env : clientEnvironment(sandbox, model);
  const start = { ...isolated, cwd: run.cwd ?? sandbox.project.path, timeoutMs };
  const result = await runGroup({ ...start, env: { ...base, ...isolated.env, ...run.env } }, run.input);
  if (result.timedOut) {
    const report = `${run.command.join(' ')} didn't end within ${timeoutMs} ms\n${result.stdout}\n${result.stderr}`;
    throw new TestkitError('TIMEOUT', report);
  }
  return result;
}
