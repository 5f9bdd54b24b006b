import {
  fieldOf,
  objectField,
  objectsField,
  parseObject,
  stringField,
  type UntrustedObject,
} from '../json/untrusted.ts';
import { parseTokenCounts } from '../usage/token-counts.ts';
import type { AssistantEntry, Entry, ReportedUsage, ToolResult, ToolUse, UserEntry } from './entry.ts';

/** Reads one line of a transcript; undefined for a line that is no JSON object. Never throws. */
export function parseEntry(line: string): Entry | undefined {
  // Cheaper than a failing parse, and most of what isn't an object shows it at once.
  const object = line.trimStart().startsWith('{') ? parseObject(line) : undefined;
  return object && toEntry(object);
}

/** Reads a parsed line of a transcript. Never throws. */
export function toEntry(object: UntrustedObject): Entry {
  const base = {
    uuid: stringField(object, 'uuid'),
    sessionId: stringField(object, 'sessionId'),
    timestamp: stringField(object, 'timestamp'),
    chain: chainOf(object),
    isMeta: fieldOf(object, 'isMeta') === true,
  };
  const lineType = stringField(object, 'type') ?? '';
  if (lineType === 'assistant') return { ...base, type: 'assistant', ...assistantParts(object) };
  if (lineType === 'user') return { ...base, type: 'user', ...userParts(object) };
  return { ...base, type: 'other', lineType };
}

/** Reads lines of a transcript and leaves out those that are no entries: halves, garbage, blank ones. */
export function parseEntries(lines: Iterable<string>): Entry[] {
  return Array.from(lines, (line) => parseEntry(line)).filter((entry) => entry !== undefined);
}

function chainOf(object: UntrustedObject): Entry['chain'] {
  const isSidechain = fieldOf(object, 'isSidechain');
  return isSidechain === true ? 'side' : isSidechain === false ? 'main' : 'unknown';
}

type Parts<T extends Entry> = Omit<T, 'type' | 'uuid' | 'sessionId' | 'timestamp' | 'chain' | 'isMeta'>;

function assistantParts(object: UntrustedObject): Parts<AssistantEntry> {
  const message = objectField(object, 'message');
  const usage = objectField(message, 'usage');
  return {
    messageId: stringField(message, 'id'),
    requestId: stringField(object, 'requestId'),
    model: stringField(message, 'model'),
    isApiError: fieldOf(object, 'isApiErrorMessage') === true,
    texts: textsOf(message),
    toolUses: objectsField(message, 'content').flatMap(toolUseOf),
    usage: usage && usageOf(usage),
    advisors: objectsField(usage, 'iterations')
      .filter((call) => fieldOf(call, 'type') === 'advisor_message')
      .map((call) => ({ model: stringField(call, 'model'), ...usageOf(call) })),
  };
}

function userParts(object: UntrustedObject): Parts<UserEntry> {
  const message = objectField(object, 'message');
  return {
    isCompactSummary: fieldOf(object, 'isCompactSummary') === true,
    opener: openerOf(object),
    texts: textsOf(message),
    toolResults: objectsField(message, 'content').flatMap(toolResultOf),
  };
}

/** Older clients don't name the origin of a turn. Nobody types the summary of a compaction. */
function openerOf(object: UntrustedObject): UserEntry['opener'] {
  if (fieldOf(object, 'isCompactSummary') === true) return 'other';
  const [origin, source] = [stringField(object, 'turnOrigin'), stringField(object, 'promptSource')];
  if (origin === undefined && source === undefined) return undefined;
  const isTyped = origin === undefined ? source === 'typed' : origin === 'human' && source !== 'queued';
  return isTyped ? 'typed' : 'other';
}

/** Content is a string or blocks; of the blocks only text is text. */
function textsOf(holder: UntrustedObject | undefined): string[] {
  const content = fieldOf(holder, 'content');
  if (typeof content === 'string') return [content];
  return objectsField(holder, 'content')
    .filter((block) => fieldOf(block, 'type') === 'text')
    .flatMap((block) => stringField(block, 'text') ?? []);
}

function toolUseOf(block: UntrustedObject): ToolUse | [] {
  const name = stringField(block, 'name');
  if (fieldOf(block, 'type') !== 'tool_use' || name === undefined) return [];
  return { id: stringField(block, 'id'), name, input: fieldOf(block, 'input') };
}

function toolResultOf(block: UntrustedObject): ToolResult | [] {
  if (fieldOf(block, 'type') !== 'tool_result') return [];
  return {
    toolUseId: stringField(block, 'tool_use_id'),
    isError: fieldOf(block, 'is_error') === true,
    text: textsOf(block).join('\n'),
  };
}

function usageOf(usage: UntrustedObject): ReportedUsage {
  return { speed: fieldOf(usage, 'speed') === 'fast' ? 'fast' : 'standard', tokens: parseTokenCounts(usage) };
}
