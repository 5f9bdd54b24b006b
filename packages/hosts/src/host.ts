import type { Env } from '@loopwright/checks';
import type { UntrustedObject } from '@loopwright/transcript/quick';
import type { Facts } from './facts.ts';

/** What an agent may do without asking, in the words of `loop run --permission-mode`. */
export const PERMISSION_MODES = [
  'acceptEdits',
  'auto',
  'bypassPermissions',
  'default',
  'dontAsk',
  'plan',
] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** One iteration of an agent. */
export interface RunPlan {
  /** The project's folder. */
  readonly root: string;
  readonly prompt: string;
  /** The id of the loop's session. Agents that take one use it as their own. */
  readonly sessionId: string;
  /** How the agent calls the loop command in its shell. */
  readonly command: string;
  /** The commands of the user's checks, which the agent may run, too. */
  readonly checks: readonly (string | readonly string[])[];
  readonly model?: string | undefined;
  /** Left out: as `RunHost.mode` says. */
  readonly permissionMode?: PermissionMode | undefined;
  /** The most that this iteration may cost, in dollars. */
  readonly budgetUsd?: number | undefined;
  /** The folder of the Loopwright plugin. */
  readonly pluginFolder?: string | undefined;
  /** More arguments, passed on unchanged. */
  readonly extra?: readonly string[] | undefined;
}

/** Writes a message to the agent; undefined ends its input. */
export type Send = (message: object | undefined) => void;

/** An agent that loops drive: the one place that knows its formats, its names and its variables. */
export interface Host {
  /** As in `--agent NAME`. */
  readonly name: string;
  readonly words: {
    /** `Codex` */
    readonly agent: string;
    /** The program, as PATH finds it. */
    readonly program: string;
    /** How its users get it. */
    readonly install: string;
  };
  /** Variables that only processes of the agent have. */
  readonly marks: readonly string[];
  /** What the agent tells about its cost. Tokens become dollars where the price of the model is known. */
  readonly tells: 'dollars' | 'tokens' | 'nothing';
  /** How long it may print nothing while no tool runs; left out: as long as it likes. */
  readonly maxSilenceMs?: number;
  /** The agent's own words for each mode that it has. */
  readonly modes: Readonly<Partial<Record<PermissionMode, readonly string[]>>>;
  /** Other options of the agent that choose a mode. */
  readonly modeAliases?: readonly string[];
  /** The version that our tests drive. */
  readonly tested: string;
  /** The first version with everything that we ask of it, where an older one fails without a reason. */
  readonly oldest?: { readonly version: string; readonly pattern: RegExp; readonly update: string };
  /** The arguments for one iteration without a user, without those of the mode. */
  argv(plan: RunPlan): readonly string[];
  /** Variables that all iterations of a run share. */
  env?(env: Env, runId: string): Env;
  /** The arguments that would allow a refused call; left out where no argument does. */
  allow?(tool: string, target: string | undefined): readonly string[];
  /** What it is told first; left out: the prompt, as text. */
  begin?(plan: RunPlan, send: Send): void;
  /** Asks it to end its turn; false where it can't be asked now. Left out: by a signal. */
  cancel?(facts: Facts, send: Send): boolean;
  /** Takes one JSON line of its output. Never throws. */
  read(line: UntrustedObject, facts: Facts, plan: RunPlan, send: Send): void;
}
