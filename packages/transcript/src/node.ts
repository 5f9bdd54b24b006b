/// <reference types="node" />
export {
  type FollowOptions,
  followUsage,
  NO_MEMORY,
  subagentTranscripts,
  type UsageMemory,
  usageFromNow,
} from './node/follow-usage.ts';
export { readTail, type Tail, type TailOptions } from './node/read-tail.ts';
export { cursorAtEnd, type Scan, type ScanCursor, scanFrom, type ScanOptions } from './node/scan-from.ts';
export { TranscriptError, type TranscriptErrorCode } from './node/open-transcript.ts';
