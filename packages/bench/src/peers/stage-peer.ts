import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createTranscript, say } from '@loopwright/testkit';
import type { Invocation } from '../process/run-process.ts';
import { SESSION, stopInput } from '../stage/hook.ts';
import type { Project } from '../stage/project.ts';
import type { Peer } from './find-peers.ts';

const PROMPT = 'make the tests pass';
/** Some hooks wait while a file is new, in case another process still writes to it. */
const AGE_SECONDS = 60;

/** Prepares a folder with the peer installed and no loop. */
export function stageProjectFor({ form }: Peer, project: Project): void {
  for (const entry of readdirSync(project.path)) {
    if (entry !== '.git') rmSync(project.at(entry), { recursive: true });
  }
  rmSync(project.beside('home'), { recursive: true, force: true });
  mkdirSync(project.beside('home'));
  if (form?.where === 'repository' && !existsSync(project.at('.git'))) {
    execFileSync('git', ['init', '--quiet', project.path]);
  }
}

/** Writes a running loop in the peer's own file format. */
export function stageLoopFor(peer: Peer, project: Project): void {
  stageProjectFor(peer, project);
  const startedAt = new Date().toISOString().replace(/\.\d+/, '');
  const circumstances = { session: SESSION, root: project.path, hostPid: process.pid, startedAt };
  const then = Date.now() / 1000 - AGE_SECONDS;
  for (const [name, text] of Object.entries(peer.form?.files(circumstances) ?? {})) {
    const path = name.startsWith('~/') ? project.beside(`home/${name.slice(2)}`) : project.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, then, then);
  }
}

/** The call of a peer at a stop with this last message, which is also in the transcript. */
export function stopPeer(peer: Peer, project: Project, message: string): Invocation {
  const transcript = project.beside('transcript.jsonl');
  const transcriptLines = createTranscript({ sessionId: SESSION, cwd: project.path })
    .prompt(PROMPT)
    .reply(say(message));
  writeFileSync(transcript, transcriptLines.text());
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
