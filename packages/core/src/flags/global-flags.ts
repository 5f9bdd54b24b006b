import { flag, switchFlag } from './flag.ts';

/** The flags that every verb takes. */
export const globalFlags = [
  switchFlag('json', 'Answer in JSON'),
  flag('session', 'text', 'ID', 'The session (default: $LOOP_SESSION, else $CLAUDE_CODE_SESSION_ID)'),
  flag('run', 'text', 'ID', 'The run, by the beginning of its id'),
  flag('project', 'text', 'DIR', 'The project (default: found from here upward)'),
  switchFlag('no-color', 'No colour, as with NO_COLOR'),
  switchFlag('help', 'Show this help'),
] as const;
