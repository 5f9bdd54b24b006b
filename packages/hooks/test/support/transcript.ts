import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOON } from './fake-ports.ts';
import { createProjectFolder } from './run-hook.ts';

/** A transcript with these entries, a second after noon; the path of its file. */
export function transcriptOf(...entries: readonly object[]): string {
  const path = join(createProjectFolder(), 'transcript.jsonl');
  const timestamp = new Date(NOON + 1000).toISOString();
  writeFileSync(path, entries.map((entry) => `${JSON.stringify({ timestamp, ...entry })}\n`).join(''));
  return path;
}

/** Claude's message, as the client writes it. */
export function said(text: string, more: object = {}): object {
  const message = { id: 'msg_1', role: 'assistant', content: [{ type: 'text', text }] };
  return { type: 'assistant', isSidechain: false, message, ...more };
}

/** A person's prompt, as the client writes it. */
export function typed(content: string, more: object = {}): object {
  const message = { role: 'user', content };
  const origin = { promptSource: 'typed', turnOrigin: 'human' };
  return { type: 'user', isSidechain: false, ...origin, message, ...more };
}

/** Claude calls a tool. */
export const CALLED = {
  type: 'assistant',
  isSidechain: false,
  message: {
    id: 'msg_2',
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }],
  },
};

/** The client's words for an API error that ended the turn. */
export const RATE_LIMIT = said('API Error: 429 too many', { error: 'rate_limit', isApiErrorMessage: true });

/** The client's words for a turn that its own cap ended. */
export const CAPPED = {
  type: 'system',
  subtype: 'informational',
  level: 'warning',
  content: 'A hook blocked the turn from ending 9 consecutive times — overriding and ending turn.',
};
