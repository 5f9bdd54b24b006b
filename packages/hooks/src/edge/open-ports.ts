import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { ownPricesPath } from '@loopwright/checks/own-paths';
import { type Command, decideStop, isCounting } from '@loopwright/core';
import {
  appendReceipts,
  importTasks,
  loopProgramWith,
  type OpenRun,
  openRunWith,
  type Program,
} from '@loopwright/store';
import { mayAdopt, mayBeEdited } from '@loopwright/store/presence';
import { createReader } from '@loopwright/transcript/quick';
import type { DialectName } from '../dialects.ts';
import type { Environment, SessionRun, StopPorts } from '../ports.ts';
import type { Claim } from '../proof/open-claim.ts';
import { openTasks } from './client-settings.ts';
import { countUsage } from './count-usage.ts';
import type { HookCall } from './run-hook.ts';
import { setHeld } from './session-files.ts';

/** The session of a hook, and how the hook was called. */
export interface HookSession extends Pick<HookCall, 'root' | 'env' | 'hasRun'> {
  readonly sessionId: string;
  /** The folder that Claude stands in; empty: the root. */
  readonly cwd: string;
  readonly dialect: DialectName;
  /** How `loop doctor --try` made the call: only tried, so that nothing is recorded, or recorded as made by hand. */
  readonly hand: 'try' | 'really' | undefined;
}

/** What a hook did so far, beside its records. */
export interface HookState {
  /** The runs that were opened; the last one counts. */
  readonly opened: OpenRun[];
  /** Lines that the user reads with any answer: files of theirs that were not taken. */
  readonly userLines: string[];
  /** The id of the draft that this hook opened. */
  draftedId?: string;
}

/** The file of the bundle with all that a stop which holds Claude doesn't need. */
export const rare = (): typeof import('../bundle/rare.ts') => require('./rare.cjs');

/** Decides a stop without another file, unless another command came before it in a race. */
const stopProgram = loopProgramWith((run, command) =>
  command.type === 'stop' ? decideStop(run, command) : rare().decide(run, command),
);

/** Only a message with a line that may be shown needs the parser. */
const reader = createReader((): typeof import('../bundle/parser.ts') => require('./parser.cjs'));

/** Binds the ports of a stop to the disk and the clock. */
export function openPorts(session: HookSession, state: HookState, program: Program = stopProgram): StopPorts {
  const { root, sessionId, env, hand } = session;
  const openRun = (): SessionRun | undefined => {
    const run = openRunWith(program, { root, sessionId });
    if (run.status === 'unsafe') throw new Error(`${run.path} can't be trusted: ${run.reason}`);
    if (run.status !== 'open') return undefined;
    state.opened.push(run);
    const opened = toSessionRun(run, session, state);
    return hand === 'try' ? rare().toTrial(opened) : opened;
  };
  return {
    environment: readEnvironment(session),
    now: () => Date.now(),
    reader,
    openRun,
    adoptRun: () => {
      if (hand === 'try' || !mayAdopt(root)) return undefined;
      const adopted = rare().adoptAtStop({ root, sessionId }, env);
      if (!adopted) return undefined;
      if ('refused' in adopted) return void state.userLines.push(adopted.refused);
      const opened = openRun();
      return opened && { session: opened, notices: adopted.notices };
    },
    openTasks: () => openTasks(env),
  };
}

function readEnvironment({ env, dialect }: HookSession): Environment {
  const isHeadless = env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' || env['LOOP_HEADLESS'] === '1';
  return {
    // The hosts of the other dialects read the views of the seeds at every stop.
    viewsByBatches: dialect === 'context' || dialect === 'block',
    leavesAtPop: dialect === 'exit-code',
    isHeadless,
    canWake: !isHeadless && dialect === 'context',
    command: commandOf(env['CLAUDE_PLUGIN_ROOT']),
  };
}

/**
 * Gives the loop command for a shell. A plugin's `bin/` stands last on PATH, so the bare name may lead to another
 * program. The skills allow only the whole path without a prompt.
 */
export function commandOf(pluginRoot: string | undefined): string {
  if (!pluginRoot) return 'loop';
  return `"${pluginRoot.replaceAll(/["$`\\]/g, (character) => `\\${character}`)}/bin/loop"`;
}

function toSessionRun(opened: OpenRun, hook: HookSession, { userLines }: HookState): SessionRun {
  const { root, sessionId, env, hand } = hook;
  let opening: Claim | undefined;
  const claim = (): Claim => (opening ??= rare().openClaim(opened, hook));
  const session: SessionRun = {
    get run() {
      return opened.run;
    },
    get work() {
      return claim().work;
    },
    submit: (command) => {
      const mayEnd = command.type === 'stop' && opened.run.status === 'active' && !hand;
      if (mayEnd) setHeld(env, sessionId, true, String(command.at));
      return opened.submit((hand !== 'really' ? command : { ...command, isByHand: true }) as Command);
    },
    audit: () => claim().audit(),
    prove: (checks) => claim().prove(session, checks),
    importEdits: () => {
      const isEdited = mayBeEdited(root) && rare().importEdits(opened, Date.now()).status !== 'nothing';
      return importTasks(opened, env, Date.now()) || isEdited;
    },
    countUsage: (transcriptPath) => {
      if (transcriptPath === '' || !isCounting(opened.run)) return undefined;
      const path = ownPricesPath(env);
      const prices = path !== undefined && existsSync(path) ? rare().ownPrices(root, env) : undefined;
      return countUsage({ root, sessionId }, transcriptPath, opened.run.usageMark, prices);
    },
    project: () => {
      const { untold } = rare().projectViews(opened, Date.now());
      userLines.push(...untold.map((path) => rare().asideLine(relative(root, path))));
    },
    writeReceipt: () => void appendReceipts(opened),
    isCurrent: () => opened.isCurrent(),
  };
  return session;
}
