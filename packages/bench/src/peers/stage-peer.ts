import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createTranscript, say } from '@loopwright/testkit';
import type { Invocation } from '../process/run-process.ts';
import { SESSION, stopInput } from '../stage/hook.ts';
import type { Project } from '../stage/project.ts';
import type { Peer } from './find-peers.ts';

const PROMPT = 'make the tests pass';

/** Writes down a running loop in every form that such hooks read, so that one that knows any of them goes on. */
export function stageLoopFor(project: Project): void {
  const started = new Date().toISOString().replace(/\.\d+/, '');
  const files: Readonly<Record<string, string>> = {
    '.claude/ralph-loop.local.md': [
      '---',
      'active: true',
      'iteration: 1',
      `session_id: ${SESSION}`,
      'max_iterations: 0',
      'completion_promise: "COMPLETE"',
      `started_at: "${started}"`,
      '---',
      '',
      PROMPT,
      '',
    ].join('\n'),
    '.claude/idle-loop.local.md': `---\nactive: true\nmode: loop\niteration: 1\nmax_iterations: 50\n---\n${PROMPT}\n`,
    '.loop/state.json': JSON.stringify({
      spec: PROMPT,
      criteria: ['tests pass'],
      criteriaStatus: { 'tests pass': false },
      exit_signal: false,
      steps: [],
      completedSteps: [],
      remainingSteps: [],
      iteration: 1,
      status: 'in_progress',
      circuitBreaker: { stuckCount: 0, lastUnmet: '' },
    }),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(project.at(name)), { recursive: true });
    writeFileSync(project.at(name), text);
  }
}

/** The call of somebody's hook at a stop with this last message, which stands in the transcript too. */
export function stopPeer(peer: Peer, project: Project, message: string): Invocation {
  const transcript = project.beside('transcript.jsonl');
  const said = createTranscript({ sessionId: SESSION, cwd: project.path }).prompt(PROMPT).reply(say(message));
  writeFileSync(transcript, said.text());
  const stdin = stopInput(project.path, { last_assistant_message: message, transcript_path: transcript });
  return {
    command: peer.command,
    args: peer.args,
    stdin,
    cwd: project.path,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: project.beside('home'),
      CLAUDE_PROJECT_DIR: project.path,
      CLAUDE_PLUGIN_ROOT: peer.root,
      CLAUDE_CODE_SESSION_ID: SESSION,
    },
  };
}
