import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The most files that are listed: beyond it something else than agents filled the folder. */
const MAX_FILES = 1_000;
const AGENT_FILE = /^agent-[\w-]{1,200}\.jsonl$/;

/** The paths of the transcripts of a session's agents, sorted; none if it had none. */
export function subagentTranscripts(transcriptPath: string): readonly string[] {
  const folder = join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents');
  try {
    return readdirSync(folder)
      .filter((name) => AGENT_FILE.test(name))
      .sort()
      .slice(0, MAX_FILES)
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
