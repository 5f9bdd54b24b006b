import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAllPorts } from '../../src/edge/open-all-ports.ts';
import type { HookState } from '../../src/edge/open-ports.ts';
import { handle } from '../../src/handle.ts';
import type { HookEvent } from '../../src/answer.ts';
import type { Ports, SessionRun } from '../../src/ports.ts';
import { input } from '../support/fake-ports.ts';
import { reply } from '../support/reply.ts';
import { createProjectFolder, runIn, startIn } from '../support/run-hook.ts';

const SESSION = 'session-1';

/** Where another hook, or a kill, comes between the steps of a hook. */
type Moment = 'before its record' | 'after its record';

const counting = ['PostToolBatch', 'Stop', 'SessionEnd'] as const;
const moments = ['before its record', 'after its record'] as const;

/** A session with a loop and a transcript, whose hooks can be interrupted. */
function createSession() {
  const root = createProjectFolder();
  const transcriptPath = join(root, 't.jsonl');
  writeFileSync(transcriptPath, reply('before the loop', 1000));
  startIn(root, {}, SESSION);
  const runHook = async (
    event: HookEvent,
    interrupt: (ports: Ports) => Ports = (ports) => interrupted(ports),
  ): Promise<void> => {
    const hook = { root, sessionId: SESSION, cwd: root, env: {}, hasRun: true, hand: undefined } as const;
    const state: HookState = { opened: [], userLines: [] };
    const ports = openAllPorts({ ...hook, dialect: 'context' }, state);
    const toolCalls = [{ name: 'Bash', input: { command: 'ls' }, response: 'x' }];
    try {
      await handle(event, input({ sessionId: SESSION, transcriptPath, toolCalls }), interrupt(ports));
    } finally {
      for (const opened of state.opened) opened.close();
    }
  };
  return {
    runHook,
    say: (id: string, tokens: number) => appendFileSync(transcriptPath, reply(id, tokens)),
    spentTokens: () => runIn(root, SESSION).frames[0]?.spend.tokens,
  };
}

/** Ports that call `happen` right before or right after the record. */
function interrupted(ports: Ports, moment?: Moment, happen: () => void = () => undefined): Ports {
  const openRun = (): SessionRun | undefined => {
    const session = ports.openRun();
    if (!session) return undefined;
    const submit: SessionRun['submit'] = (command) => {
      if (moment === 'before its record') happen();
      const submission = session.submit(command);
      if (moment === 'after its record') happen();
      return submission;
    };
    // Only the built hook reads and writes views.
    const project = (): void => undefined;
    const importEdits = (): boolean => false;
    return Object.assign(Object.create(session) as SessionRun, { submit, project, importEdits });
  };
  return { ...ports, openRun };
}

const races = counting.flatMap((slow) =>
  counting.flatMap((fast) => moments.map((moment) => ({ slow, fast, moment }))),
);

test.each(races)('$fast overtakes $slow $moment: each token counts once', async ({ slow, fast, moment }) => {
  const { runHook, say, spentTokens } = createSession();
  await runHook('PostToolBatch');
  say('a', 100);
  let overtaking: Promise<void> | undefined;
  await runHook(slow, (ports) =>
    interrupted(ports, moment, () => {
      say('b', 30);
      // A hook without a claim records before it first waits.
      overtaking = runHook(fast);
    }),
  );
  await overtaking;
  say('c', 7);
  await runHook('SessionEnd');
  expect(spentTokens()).toBe(137);
});

const kills = counting.flatMap((event) => moments.map((moment) => ({ event, moment })));

test.each(kills)('$event is killed $moment: each token counts once', async ({ event, moment }) => {
  const { runHook, say, spentTokens } = createSession();
  await runHook('PostToolBatch');
  say('a', 100);
  const kill = (): never => {
    throw new Error('killed');
  };
  await expect(runHook(event, (ports) => interrupted(ports, moment, kill))).rejects.toThrow('killed');
  say('b', 30);
  await runHook('SessionEnd');
  expect(spentTokens()).toBe(130);
});
