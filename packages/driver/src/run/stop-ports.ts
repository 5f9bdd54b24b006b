import { createHash, randomUUID } from 'node:crypto';
import { touchedSince, treeIdentities } from '@loopwright/checks';
import { decide, fold } from '@loopwright/core';
import type { Ports, SessionRun } from '@loopwright/hooks';
import {
  auditJournal,
  configFolder,
  importEdits,
  type OpenRun,
  projectViews,
  readStartList,
  readTaskList,
} from '@loopwright/store';
import { parseStatusBlock, readSignals } from '@loopwright/transcript';
import type { Env } from '../ports.ts';

/** A short digest of a text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The facts for a stop at the end of an iteration. */
export interface StopInput {
  readonly opened: OpenRun;
  readonly env: Env;
  readonly command: string;
  /** Called with the reason when a command could not be recorded. */
  readonly onUnrecorded: (reason: string) => void;
}

/**
 * The ports of our own Stop handler when the driver asks. Facts and rules are the same as in a session, except that the
 * cost is paid before and that no user can answer.
 */
export function createStopPorts(input: StopInput): Ports {
  const { env, command } = input;
  return {
    environment: {
      isDisabled: false,
      isHeadless: true,
      canWake: false,
      leavesAtPop: false,
      taskListId: env['CLAUDE_CODE_TASK_LIST_ID'] || undefined,
      agent: undefined,
      command,
    },
    now: () => Date.now(),
    newId: () => randomUUID(),
    digest,
    openRun: () => toSessionRun(input),
    // The driver already has the run and the client's last message.
    draftRun: () => false,
    approve: () => '',
    putAwayForeignRun: () => false,
    hasForeignRun: () => false,
    takeOverForeignRun: () => undefined,
    adoptRun: () => undefined,
    readHandWritten: () => undefined,
    readTrace: () => undefined,
    readLastMessage: () => undefined,
    ranTools: () => false,
    wasCapped: () => false,
    runVerb: () => undefined,
    readApiError: () => undefined,
    retryTime: () => undefined,
    readToolFacts: () => ({ tools: 0, denials: 0 }),
    readOpenTasks: (listId) =>
      readTaskList(listId, configFolder(env))
        ?.tasks.filter(({ status }) => status !== 'completed')
        .map(({ subject }) => subject),
    readSignals: (markdown, mode) => readSignals(markdown, { mode }),
    parseStatusBlock: (markdown) => parseStatusBlock(markdown),
  };
}

function toSessionRun({ opened, env, onUnrecorded }: StopInput): SessionRun {
  return {
    get run() {
      return opened.run;
    },
    submit: (command) => {
      const submitted = opened.submit(command);
      if (submitted.status === 'unrecorded') onUnrecorded(submitted.reason);
      return submitted;
    },
    audit: () => auditJournal(opened.journal, { decide, fold }),
    importEdits: () => {
      importEdits(opened, Date.now());
    },
    readTree: (scopes) => treeIdentities(opened.root, scopes),
    readTouched: (start) =>
      touchedSince(opened.root, { ...start, bytes: readStartList(opened.root, opened.run.id) }, { env }),
    countUsage: () => undefined,
    project: () => {
      projectViews(opened, Date.now());
    },
    isCurrent: () => opened.isCurrent(),
  };
}
