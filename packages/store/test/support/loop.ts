import type { CommandOf, StopCommand } from '@loopwright/core';
import { onTestFinished } from 'vitest';
import { projectViews } from '../../src/views/project-views.ts';
import { openRun, type OpenRun } from '../../src/run/open-run.ts';
import { startRun } from '../../src/run/start-run.ts';
import { tempFolder } from './temp-folder.ts';

/** The moment at which every test begins. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

export const SESSION = '3f0c2b9e-1111-4222-8333-444455556666';

export function startCommand(changes: Partial<CommandOf<'start'>> = {}): CommandOf<'start'> {
  return {
    type: 'start',
    at: NOW,
    runId: 'run-1',
    session: SESSION,
    frameId: 'frame-1',
    spec: 'Make the tests pass',
    shape: 'tool',
    criteria: [{ name: 'tests pass' }, { name: 'lint clean' }],
    steps: ['write it', 'try it'],
    ...changes,
  };
}

/** A stop that no breaker minds: tools ran, and every message is another one. */
export function stopCommand(changes: Partial<StopCommand> = {}): StopCommand {
  return { type: 'stop', at: NOW + 1000, ...changes };
}

/** Starts a run in a folder, with its views, and gives it open until the test is over. */
export function startLoop(root: string, changes: Partial<CommandOf<'start'>> = {}): OpenRun {
  const command = startCommand(changes);
  const started = startRun({ root, sessionId: command.session }, command);
  if (started.status !== 'started') throw new Error(`not started: ${started.status}`);
  projectViews(started.opened, NOW);
  return closedAfterTest(started.opened);
}

/** Makes a project with a run, open until the test is over. */
export function projectWithLoop(changes: Partial<CommandOf<'start'>> = {}): {
  readonly root: string;
  readonly opened: OpenRun;
} {
  const root = tempFolder();
  return { root, opened: startLoop(root, changes) };
}

/** Opens a run until the test is over. */
export function openLoop(root: string, sessionId = SESSION): OpenRun {
  const opened = openRun({ root, sessionId });
  if (opened.status !== 'open') throw new Error(`not open: ${JSON.stringify(opened)}`);
  return closedAfterTest(opened);
}

function closedAfterTest(opened: OpenRun): OpenRun {
  onTestFinished(() => opened.close());
  return opened;
}

/** What Claude's work between two stops looks like on record; keeps the breakers calm. */
export function work(opened: OpenRun, at = NOW): void {
  opened.submit({ type: 'observe', at, tools: 3 });
}

/** The rule that a stop was answered with, or why it could not be. */
export function ruleOf(submitted: ReturnType<OpenRun['submit']>): string {
  return submitted.status === 'unrecorded' ? submitted.reason : (submitted.decision.verdict?.rule ?? 'none');
}
