import type { SpokenReply } from '../model/reply.ts';
import { TestkitError } from '../testkit-error.ts';
import { toMessage, type WireBlock } from '../model/to-message.ts';

/** The session of a transcript. */
export interface TranscriptIdentity {
  readonly sessionId: string;
  readonly cwd: string;
  /** Time of the first line; each further line is a second later. */
  readonly startMs: number;
  readonly model: string;
  readonly version: string;
}

/** A transcript builder. Every call adds the lines that the client would write, and returns the builder. */
export interface Transcript {
  /** A prompt of the user, typed unless said otherwise. */
  readonly prompt: (text: string, source?: 'typed' | 'queued') => Transcript;
  /** Claude's answer: one line for each block, each with the whole usage. */
  readonly reply: (reply: SpokenReply) => Transcript;
  /** The results of the last reply's tools, in order. */
  readonly toolResults: (...results: readonly string[]) => Transcript;
  /** The boundary of a compaction and the summary after it. */
  readonly compaction: (summary: string) => Transcript;
  /** Any other line. */
  readonly line: (line: Readonly<Record<string, unknown>>) => Transcript;
  /** The lines so far. */
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
  /** The file so far. */
  readonly text: () => string;
}

/**
 * Starts a transcript with the line shapes of the pinned client. Ids and times are counters, so
 * the same calls give the same bytes.
 *
 * @example
 * const file = createTranscript().prompt('go').reply(tool('Bash', { command: 'ls' })).toolResults('a.txt').text();
 */
export function createTranscript(given: Partial<TranscriptIdentity> = {}): Transcript {
  const identity: TranscriptIdentity = { ...defaultIdentity, ...given };
  const lines: Readonly<Record<string, unknown>>[] = [];
  let replies = 0;
  let parentUuid: string | null = null;
  let calls: readonly { readonly id: string; readonly lineUuid: string | null }[] = [];

  const surroundings = {
    userType: 'external',
    entrypoint: 'cli',
    cwd: identity.cwd,
    sessionId: identity.sessionId,
    version: identity.version,
    gitBranch: 'main',
  };

  function add(line: Readonly<Record<string, unknown>>): Transcript {
    lines.push(line);
    return transcript;
  }

  /** A line that takes part in the chain of messages. */
  function link(line: Readonly<Record<string, unknown>>): Transcript {
    const uuid = countedUuid(lines.length + 1);
    const linked = {
      parentUuid,
      isSidechain: false,
      ...line,
      uuid,
      timestamp: new Date(identity.startMs + lines.length * 1000).toISOString(),
      ...surroundings,
    };
    parentUuid = uuid;
    return add(linked);
  }

  const transcript: Transcript = {
    prompt: (text, promptSource = 'typed') =>
      link({
        promptId: countedUuid(9000 + lines.length),
        type: 'user',
        message: { role: 'user', content: text },
        permissionMode: 'default',
        promptSource,
      }),
    reply: (reply) => {
      replies += 1;
      const message = toMessage(reply, { number: replies, requestedModel: identity.model });
      calls = message.content.flatMap((block: WireBlock, apiBlockIndex) => {
        link({
          message: { ...message, content: [block] },
          apiBlockIndex,
          requestId: `req_${replies}`,
          requestedModel: identity.model,
          type: 'assistant',
          effort: 'medium',
          madeBy: 'model',
        });
        return block.type === 'tool_use' ? [{ id: block.id, lineUuid: parentUuid }] : [];
      });
      return transcript;
    },
    toolResults: (...results) => {
      results.forEach((result, index) => {
        const call = calls[index];
        if (call === undefined)
          throw new TestkitError('BAD_STORY', `the last reply made no tool call ${index + 1}`);
        link(toolResult(result, call.id, call.lineUuid));
      });
      return transcript;
    },
    compaction: (summary) => {
      const before = parentUuid;
      parentUuid = null;
      link({
        logicalParentUuid: before,
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        isMeta: false,
        level: 'info',
        compactMetadata: { trigger: 'manual', preTokens: 180, postTokens: 90 },
      });
      return link({
        type: 'user',
        message: {
          role: 'user',
          content: `This session is being continued from a previous conversation.\n\n${summary}`,
        },
        isVisibleInTranscriptOnly: true,
        isCompactSummary: true,
      });
    },
    line: add,
    lines: () => lines,
    text: () => lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  };
  return transcript;
}

const defaultIdentity: TranscriptIdentity = {
  sessionId: '00000000-0000-4000-8000-0000000000aa',
  cwd: '/home/somebody/project',
  startMs: Date.UTC(2026, 0, 1),
  model: 'claude-opus-5-5',
  version: '2.1.326',
};

function toolResult(
  content: string,
  toolUseId: string,
  assistantUuid: string | null,
): Readonly<Record<string, unknown>> {
  return {
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', content, is_error: false, tool_use_id: toolUseId }],
    },
    toolUseResult: { stdout: content, stderr: '', interrupted: false, isImage: false },
    sourceToolAssistantUUID: assistantUuid,
  };
}

function countedUuid(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}
