import { createHash, randomUUID } from 'node:crypto';
import type { Ports, SessionRun } from '@loopwright/hooks';
import {
  configFolder,
  fingerprintFor,
  importEdits,
  type OpenRun,
  projectViews,
  readTaskList,
} from '@loopwright/store';
import { detectSignals, parseStatusBlock } from '@loopwright/transcript';
import type { Env } from '../program/context.ts';
import { type Bill, spentOf } from './bill.ts';

/** What the stop at the end of an iteration rests on. */
export interface StopScene {
  readonly opened: OpenRun;
  readonly env: Env;
  readonly command: string;
  readonly bill: Bill;
  /** Told why a command could not be recorded. */
  readonly onUnrecorded: (reason: string) => void;
}

/**
 * The world as our own Stop handler sees it when it is the driver that asks: the same facts and the same rules as in a
 * session, but the client's own word for what the iteration cost, and nobody there to answer.
 */
export function createStopPorts(scene: StopScene): Ports {
  const { env, command } = scene;
  return {
    environment: {
      isDisabled: false,
      isHeadless: true,
      taskListId: env['CLAUDE_CODE_TASK_LIST_ID'] || undefined,
      agent: undefined,
      command,
    },
    now: () => Date.now(),
    newId: () => randomUUID(),
    digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 16),
    openRun: () => toSessionRun(scene),
    // A driver has a run and its client's own words, so that it looks for neither.
    draftRun: () => false,
    putAwayForeignRun: () => false,
    adoptRun: () => undefined,
    readTrace: () => undefined,
    readLastMessage: () => undefined,
    readApiError: () => undefined,
    readToolFacts: () => ({ edits: [], errors: [], denials: 0 }),
    readOpenTasks: (listId) =>
      readTaskList(listId, configFolder(env))
        ?.tasks.filter(({ status }) => status !== 'completed')
        .map(({ subject }) => subject),
    detectSignals: (markdown, mode) => detectSignals(markdown, { mode }),
    parseStatusBlock: (markdown) => parseStatusBlock(markdown),
  };
}

function toSessionRun({ opened, bill, onUnrecorded }: StopScene): SessionRun {
  return {
    get run() {
      return opened.run;
    },
    submit: (command) => {
      const submitted = opened.submit(command);
      if (submitted.status === 'unrecorded') onUnrecorded(submitted.reason);
      return submitted;
    },
    importEdits: () => {
      importEdits(opened, Date.now());
    },
    fingerprint: (check) => fingerprintFor(opened.root, check),
    countUsage: () => ({ spent: spentOf(bill, opened.sessionId), keep: () => undefined }),
    project: () => {
      projectViews(opened, Date.now());
    },
    isCurrent: () => opened.isCurrent(),
  };
}
