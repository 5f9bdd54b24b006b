import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { type Command, decideStop, isCounting, type Run } from '@loopwright/core';
import {
  appendReceipts,
  configFolder,
  type LoopProgram,
  loopProgramWith,
  openRunWith,
  type OpenRun,
  type PlaceOfWork,
  readStartList,
  readTaskList,
  readUsageMemory,
  removeUsageMemory,
  sha256,
  writeUsageMemory,
} from '@loopwright/store';
import type { TreeReading } from '@loopwright/checks';
import { ownPricesPath } from '@loopwright/checks/own-paths';
import type { PriceTable } from '@loopwright/transcript';
import { mayAdopt, mayBeEdited } from '@loopwright/store/presence';
import type { DialectName } from '../dialects/create-dialects.ts';
import { createReader, mayContainSignal, mayContainStatusBlock } from '@loopwright/transcript/quick';
import type { Environment, SessionRun, StopPorts } from '../ports.ts';
import { commandOf } from '../text/command-of.ts';
import { countUsage } from './count-usage.ts';
import { setHeld } from './held-session.ts';
import { disabledBy } from './is-disabled.ts';
import { ranTools, readLastMessage } from './transcript.ts';

/** Where a hook works. */
export interface Place {
  readonly root: string;
  readonly sessionId: string;
  /** The folder that Claude stands in; empty: the root. */
  readonly cwd: string;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** What a hook does beside its handler. */
export interface HookState {
  /** Whether the run that was opened or drafted last may hold the session; undefined without one. */
  isHeld(): boolean | undefined;
  /** Lines that the user reads with any answer: files of theirs that were not taken. */
  told(): readonly string[];
  /** The run whose end was recorded by the stop of this time, which was killed before its answer. Its views are anew. */
  cutOff(stopAt: string): Run | undefined;
  /** The id of the draft that this hook opened. */
  draftedId(): string | undefined;
  /** Closes every run that was opened. */
  close(): void;
}

/** Reads the environment variables that change how a hook behaves. */
export function readEnvironment(env: Env, dialect: DialectName): Environment {
  const isHeadless = env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' || env['LOOP_HEADLESS'] === '1';
  return {
    // The hosts of the other dialects read the views of the seeds at every stop.
    viewsByBatches: dialect === 'context' || dialect === 'block',
    leavesAtPop: dialect === 'exit-code',
    isDisabled: disabledBy(env) !== undefined,
    isHeadless,
    canWake: !isHeadless && dialect === 'context',
    taskListId: env['CLAUDE_CODE_TASK_LIST_ID'] || undefined,
    agent: env['AI_AGENT'],
    command: commandOf(env['CLAUDE_PLUGIN_ROOT']),
  };
}

/** The file of the bundle with all that a stop which holds Claude doesn't need. */
export const rare = (): typeof import('../bundle/rare.ts') => require('./rare.cjs');

/** Decides a stop at once. It decides other commands only after a race. */
const stopProgram = loopProgramWith((run, command) =>
  command.type === 'stop' ? decideStop(run, command) : rare().decide(run, command),
);

/** Reads Claude's last message; only one with a line that may be shown needs the parser. */
const reader = createReader(rare);

/** The user's own prices; undefined without a file of them. */
function usersPrices(root: string, env: Env): PriceTable | undefined {
  const path = ownPricesPath(env);
  return path !== undefined && existsSync(path) ? rare().ownPrices(root, env) : undefined;
}

/** Binds the ports of a stop to the disk and the clock. */
export function createStopPorts(
  { root, sessionId, cwd }: Place,
  env: Env,
  dialect: DialectName,
  hand?: 'try' | 'really',
  program: LoopProgram = stopProgram,
): StopPorts & HookState {
  const opened: OpenRun[] = [];
  const told: string[] = [];
  const keep = (run: OpenRun): SessionRun => {
    opened.push(run);
    const session = toSessionRun(run, { root, sessionId, cwd }, env, hand, told);
    return hand === 'try' ? rare().toTrial(session) : session;
  };
  const ports: StopPorts & HookState = {
    environment: readEnvironment(env, dialect),
    now: () => Date.now(),
    digest,
    openRun: () => {
      const run = openRunWith(program, { root, sessionId });
      if (run.status === 'unsafe') throw new Error(`${run.path} can't be trusted: ${run.reason}`);
      return run.status === 'open' ? keep(run) : undefined;
    },
    adoptRun: () => {
      if (!mayAdopt(root)) return undefined;
      const adopted = rare().adoptAtStop({ root, sessionId }, env, Date.now());
      if (!adopted) return undefined;
      if ('refused' in adopted) return void told.push(adopted.refused);
      const session = ports.openRun();
      return session && { session, notices: adopted.notices };
    },
    readOpenTasks: (listId) =>
      readTaskList(listId, configFolder(env))
        ?.tasks.filter(({ status }) => status !== 'completed')
        .map(({ subject }) => subject),
    readLastMessage: (path) => (path === '' ? undefined : readLastMessage(path, sessionId)),
    ranTools: (path, since) => path !== '' && ranTools(path, sessionId, since),
    readSignals: (markdown, mode) =>
      mayContainSignal(markdown) ? reader.readSignals(markdown, { mode }) : { signals: [] },
    parseStatusBlock: (markdown) =>
      mayContainStatusBlock(markdown) ? reader.parseStatusBlock(markdown) : undefined,
    draftedId: () => undefined,
    told: () => told,
    cutOff: (stopAt) => {
      const last = opened.at(-1);
      if (!last || String(last.run.ending?.at) !== stopAt) return undefined;
      const isVerified = last.run.ending?.kind === 'verified';
      if (isVerified && rare().auditRun(last, { root, sessionId }, env) !== undefined) return undefined;
      rare().projectViews(last, Date.now());
      return last.run;
    },
    isHeld: () => {
      const last = opened.at(-1);
      return last && (last.run.status === 'active' || last.run.status === 'draft');
    },
    close: () => opened.splice(0).forEach((run) => run.close()),
  };
  return hand === 'try' ? { ...ports, adoptRun: () => undefined } : ports;
}

function toSessionRun(
  opened: OpenRun,
  place: Place,
  env: Env,
  hand: 'try' | 'really' | undefined,
  told: string[],
): SessionRun {
  const { root: project } = opened;
  let found: PlaceOfWork | undefined =
    place.cwd === project ? { kind: 'project', root: project, folder: project, path: project } : undefined;
  let reading: TreeReading | undefined;
  const tree = (): TreeReading => (reading ??= rare().readTreeOnce());
  const placeOfWork = (): PlaceOfWork => (found ??= rare().placeOfWork(project, place.cwd));
  return {
    get place() {
      return placeOfWork();
    },
    get run() {
      return opened.run;
    },
    submit: (command) => {
      const mayEnd = command.type === 'stop' && opened.run.status === 'active' && !hand;
      if (mayEnd) setHeld(env, place.sessionId, true, String(command.at));
      return opened.submit((hand !== 'really' ? command : { ...command, isByHand: true }) as Command);
    },
    audit: () => rare().auditRun(opened, place, env),
    importEdits: () =>
      mayBeEdited(opened.root) && rare().importEdits(opened, Date.now()).status !== 'nothing',
    readTree: (scopes) => {
      const { checkFolder } = rare();
      return tree().identities(
        project,
        scopes.map(({ folder, paths }) => ({ folder: checkFolder(placeOfWork(), folder), paths })),
      );
    },
    readTouched: (start) =>
      rare().touchedSince({ ...start, bytes: readStartList(opened.root, opened.run.id) }, () =>
        tree().list(placeOfWork().folder),
      ),
    forgetTree: () => {
      reading?.close();
      reading = undefined;
    },
    countUsage: (transcriptPath) => {
      const { root, sessionId, run } = opened;
      if (transcriptPath === '' || !isCounting(run)) return undefined;
      const address = { root, sessionId };
      return countUsage({
        transcriptPath,
        mark: run.usageMark,
        prices: usersPrices(root, env),
        newMark: randomUUID,
        read: (mark) => readUsageMemory(address, mark),
        write: (mark, memory) => writeUsageMemory(address, memory, mark),
        remove: (mark) => removeUsageMemory(address, mark),
      });
    },
    project: () => {
      const { untold } = rare().projectViews(opened, Date.now());
      told.push(...untold.map((path) => rare().asideLine(relative(opened.root, path))));
    },
    writeReceipt: () => void appendReceipts(opened),
    isCurrent: () => opened.isCurrent(),
  };
}

export function digest(text: string): string {
  return sha256(text).slice(0, 16);
}
