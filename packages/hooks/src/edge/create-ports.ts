import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { type Command, decide, fold, isCounting, type Run } from '@loopwright/core';
import {
  configFolder,
  importEdits,
  openRun,
  type OpenRun,
  type PlaceOfWork,
  projectViews,
  randomId,
  readStartList,
  readTaskList,
  readUsageMemory,
  removeUsageMemory,
  sha256,
  writeUsageMemory,
} from '@loopwright/store';
import { ownPricesPath } from '@loopwright/checks/own-paths';
import type { PriceTable } from '@loopwright/transcript';
import { hasRun, mayAdopt } from '@loopwright/store/presence';
import { usageFromNow } from '@loopwright/transcript/node';
import { answeredCalls } from '../answered-calls.ts';
import type { DialectName } from '../dialects/create-dialects.ts';
import { mayContainSignal, mayContainStatusBlock } from '@loopwright/transcript/quick';
import type { Environment, Ports, SessionRun } from '../ports.ts';
import { toolFacts } from '../tool-facts.ts';
import { commandOf } from '../text/command-of.ts';
import { countUsage } from './count-usage.ts';
import { setHeld } from './held-session.ts';
import { disabledBy } from './is-disabled.ts';
import { ranTools, readApiError, readFailures, readLastMessage, transcriptOf } from './transcript.ts';
import { wasCapped } from './was-capped.ts';

/** Where a hook works. */
export interface Place {
  readonly root: string;
  readonly sessionId: string;
  /** The folder that Claude stands in; empty: the root. */
  readonly cwd: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The ports of a real hook; `close` closes every run that they opened. */
export interface RealPorts extends Ports {
  /** Whether the run that was opened or drafted last may hold the session; undefined without one. */
  isHeld(): boolean | undefined;
  /** Lines that the user reads with any answer: files of theirs that were not taken. */
  told(): readonly string[];
  /** The run whose end was recorded by the stop of this time, which was killed before its answer. Its views are anew. */
  cutOff(stopAt: string): Run | undefined;
  /** The id of the draft that this hook opened. */
  draftedId(): string | undefined;
  close(): void;
}

/** Reads the environment variables that change how a hook behaves. */
export function readEnvironment(env: Env, dialect: DialectName): Environment {
  const isHeadless = env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' || env['LOOP_HEADLESS'] === '1';
  return {
    leavesAtPop: dialect === 'exit-code',
    isDisabled: disabledBy(env) !== undefined,
    isHeadless,
    canWake: !isHeadless && dialect === 'context',
    taskListId: env['CLAUDE_CODE_TASK_LIST_ID'] || undefined,
    agent: env['AI_AGENT'],
    command: commandOf(env['CLAUDE_PLUGIN_ROOT']),
  };
}

/** The part of the bundle that starts git. Only a claim that rests on passed evidence loads it. */
const workTree = (): typeof import('../bundle/work-tree.ts') => require('./work-tree.cjs');

/** The part of the bundle that runs checks. Only a claim with checks of the user, and a typed command, load it. */
export const finalProof = (): typeof import('../bundle/final-proof.ts') => require('./final-proof.cjs');
/** The part of the bundle that begins, adopts and puts away runs. A stop of a run doesn't load it. */
const adoption = (): typeof import('../bundle/adoption.ts') => require('./adoption.cjs');
/** The part of the bundle that answers the events of a session. A stop doesn't load it. */
export const events = (): typeof import('../bundle/events.ts') => require('./events.cjs');
/** The part of the bundle with the texts of an end. A plain stop doesn't load it. */
export const endings = (): typeof import('../bundle/endings.ts') => require('./endings.cjs');
/** The part of the bundle that reads a message which may hold a signal or a status block. */
const reader = (): typeof import('../bundle/message.ts').reader =>
  (require('./message.cjs') as typeof import('../bundle/message.ts')).reader;

/** The user's own prices; undefined without a file of them. The part that reads it is loaded only then. */
function usersPrices(root: string, env: Env): PriceTable | undefined {
  const path = ownPricesPath(env);
  if (path === undefined || !existsSync(path)) return undefined;
  return (require('./prices.cjs') as typeof import('../bundle/prices.ts')).ownPrices(root, env);
}

/** The part of the bundle that reads times in API errors. Only such an error loads it. */
const failures = (): typeof import('../bundle/failures.ts') => require('./failures.cjs');

/** How this version decides, for the parts that don't hold it. */
const RULES = { decide, fold };

/** Binds the ports to the disk, the clock and chance. */
export function createPorts(
  { root, sessionId, cwd }: Place,
  env: Env,
  dialect: DialectName,
  hand?: 'try' | 'really',
): RealPorts {
  const opened: OpenRun[] = [];
  const told: string[] = [];
  let draftedId: string | undefined;
  const keep = (run: OpenRun): SessionRun => {
    opened.push(run);
    const session = toSessionRun(run, { root, sessionId, cwd }, env, hand, told);
    return hand === 'try' ? finalProof().toTrial(session, RULES) : session;
  };
  const ports: RealPorts = {
    environment: readEnvironment(env, dialect),
    now: () => Date.now(),
    newId: () => randomId(),
    digest,
    openRun: () => {
      const run = openRun({ root, sessionId });
      if (run.status === 'unsafe') throw new Error(`${run.path} can't be trusted: ${run.reason}`);
      return run.status === 'open' ? keep(run) : undefined;
    },
    draftRun: (command, transcriptPath) => {
      const usage = transcriptPath === '' ? undefined : usageFromNow(transcriptPath);
      if (!adoption().draftRun({ root, sessionId }, command, usage)) return false;
      draftedId = command.runId;
      return true;
    },
    putAwayForeignRun: () => hasRun(root, sessionId) && adoption().putAwayForeignRun({ root, sessionId }),
    approve: (session, words) => finalProof().approveTyped(session, words, { root, env, at: Date.now() }),
    hasForeignRun: () => openRun({ root, sessionId }).status === 'foreign',
    takeOverForeignRun: (runId) => adoption().takeOverForeignRun({ root, sessionId }, runId),
    adoptRun: () => {
      if (!mayAdopt(root)) return undefined;
      const adopted = adoption().adoptAtStop({ root, sessionId }, env, Date.now());
      if (!adopted) return undefined;
      if ('refused' in adopted) return void told.push(adopted.refused);
      const session = ports.openRun();
      return session && { session, notices: adopted.notices };
    },
    readHandWritten: () => adoption().readHandWritten({ root, env, at: Date.now() }),
    readTrace: () => adoption().readTrace(root, Date.now()),
    readOpenTasks: (listId) =>
      readTaskList(listId, configFolder(env))
        ?.tasks.filter(({ status }) => status !== 'completed')
        .map(({ subject }) => subject),
    readLastMessage: (path) => (path === '' ? undefined : readLastMessage(path, sessionId)),
    ranTools: (path, since) => path !== '' && ranTools(path, sessionId, since),
    wasCapped: (path, since) => path !== '' && wasCapped(path, since),
    // By hand it would be Claude's own shell that asks.
    runVerb: (args) => (hand ? undefined : events().runVerb(args, { root, sessionId, env })),
    readApiError: (path) => (path === '' ? undefined : readApiError(path)),
    retryTime: (error, now) => failures().retryTime(error, now),
    readToolFacts: ({ toolCalls, transcriptPath, agentId }, about) => {
      const ids = toolCalls.flatMap(({ id = '' }) => (id === '' ? [] : id));
      const failures = readFailures(transcriptOf(transcriptPath, agentId), ids);
      return toolFacts(answeredCalls(toolCalls, failures), { ...about, root, digest });
    },
    readSignals: (markdown, mode) =>
      mayContainSignal(markdown) ? reader().readSignals(markdown, { mode }) : { signals: [] },
    parseStatusBlock: (markdown) =>
      mayContainStatusBlock(markdown) ? reader().parseStatusBlock(markdown) : undefined,
    draftedId: () => draftedId,
    told: () => told,
    cutOff: (stopAt) => {
      const last = opened.at(-1);
      if (!last || String(last.run.ending?.at) !== stopAt) return undefined;
      const isVerified = last.run.ending?.kind === 'verified';
      if (isVerified && finalProof().auditRun(last, RULES, { root, sessionId }, env) !== undefined)
        return undefined;
      projectViews(last, Date.now());
      return last.run;
    },
    isHeld: () => {
      const last = opened.at(-1);
      if (!last) return draftedId !== undefined || undefined;
      return last.run.status === 'active' || last.run.status === 'draft';
    },
    close: () => opened.splice(0).forEach((run) => (hand === 'try' ? run.journal.close() : run.close())),
  };
  return hand === 'try' ? { ...ports, ...finalProof().WRITES_NOTHING } : ports;
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
  const placeOfWork = (): PlaceOfWork => (found ??= workTree().placeOfWork(project, place.cwd));
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
    audit: () => finalProof().auditRun(opened, RULES, place, env),
    importEdits: () => {
      importEdits(opened, Date.now());
    },
    readTree: (scopes) => {
      const { checkFolder, treeIdentities } = workTree();
      return treeIdentities(
        project,
        scopes.map(({ folder, paths }) => ({ folder: checkFolder(placeOfWork(), folder), paths })),
      );
    },
    readTouched: (start) =>
      workTree().touchedSince(placeOfWork().folder, {
        ...start,
        bytes: readStartList(opened.root, opened.run.id),
      }),
    countUsage: (transcriptPath) => {
      const { root, sessionId, run } = opened;
      if (transcriptPath === '' || !isCounting(run)) return undefined;
      const address = { root, sessionId };
      return countUsage({
        transcriptPath,
        mark: run.usageMark,
        prices: usersPrices(root, env),
        newMark: randomId,
        read: (mark) => readUsageMemory(address, mark),
        write: (mark, memory) => writeUsageMemory(address, memory, mark),
        remove: (mark) => removeUsageMemory(address, mark),
      });
    },
    project: () => {
      const { untold } = projectViews(opened, Date.now());
      told.push(...untold.map((path) => endings().asideLine(relative(opened.root, path))));
    },
    isCurrent: () => opened.isCurrent(),
  };
}

function digest(text: string): string {
  return sha256(text).slice(0, 16);
}
