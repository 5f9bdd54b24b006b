import { createReader, type MessageReader } from '@loopwright/transcript/quick';

/** Reads Claude's last message. Only one that may hold a signal or a status block loads it, few load the parser. */
export const reader: MessageReader = createReader((): typeof import('./markdown.ts') =>
  require('./markdown.cjs'),
);
