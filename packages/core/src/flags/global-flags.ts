import type { Flag } from './flag.ts';

/** The flags that every verb takes. */
export const globalFlags = [
  { name: 'json', kind: 'switch', summary: 'Answer in JSON' },
  {
    name: 'session',
    kind: 'text',
    value: 'ID',
    summary: 'The Claude session (default: $CLAUDE_CODE_SESSION_ID)',
  },
  {
    name: 'run',
    kind: 'text',
    value: 'ID',
    names: 'ids',
    summary: 'The run, by the beginning of its id',
  },
  { name: 'project', kind: 'text', value: 'DIR', summary: 'The project (default: found from here upward)' },
  { name: 'no-color', kind: 'switch', summary: 'No colour, as with NO_COLOR' },
  { name: 'help', kind: 'switch', summary: 'Show this help' },
] as const satisfies readonly Flag[];
