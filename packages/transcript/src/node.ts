/// <reference types="node" />
export {
  type FollowOptions,
  followUsage,
  NO_MEMORY,
  type UsageMemory,
  usageFromNow,
} from './node/follow-usage.ts';
export { readTail, type Tail, type TailOptions } from './node/read-tail.ts';
export { cursorAtEnd, type Scan, type ScanCursor, scanFrom, type ScanOptions } from './node/scan-from.ts';
export { subagentTranscripts } from './node/subagent-transcripts.ts';
export { TranscriptError, type TranscriptErrorCode } from './node/transcript-error.ts';
