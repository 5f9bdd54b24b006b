/**
 * The purpose of a request: the conversation with the user, a subagent's conversation, the summary of
 * a compaction, or another errand of the client.
 */
export type RequestKind = 'main' | 'subagent' | 'summary' | 'errand';

/** Separates the client's own errands from the conversation, so that they don't use up its replies. */
export function requestKind(request: {
  readonly system: string;
  readonly newTexts: readonly string[];
  readonly tools: readonly string[];
  readonly agentId: string | undefined;
}): RequestKind {
  const newest = request.newTexts.at(-1) ?? '';
  if (newest.includes('Your task is to create a detailed summary')) return 'summary';
  if (request.agentId !== undefined) return 'subagent';
  return request.tools.length === 0 ? 'errand' : 'main';
}
