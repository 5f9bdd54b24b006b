import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../loopback/send-json.ts';
import { type LoopbackService, serveLoopback } from '../loopback/serve-loopback.ts';
import { type ModelRequest, parseModelRequest } from './model-request.ts';
import { type Reply, say } from './reply.ts';
import { type Play, type Script, startPlay, type Step } from './script.ts';
import { sendReply } from './send-reply.ts';

/** A script for the subagents that it matches. Each such subagent plays it from the start. */
export interface SubagentScript {
  /** Matches the subagent's system prompt or its task. */
  readonly matching: string | RegExp;
  readonly script: Script;
}

/** The script of each kind of request. Other requests get a harmless default and are listed in `unscripted`. */
export interface ModelScripts {
  /** The conversation with the user, over all sessions that use this model, in order of arrival. */
  readonly main?: Script;
  readonly subagents?: readonly SubagentScript[];
  /** Other requests that the client makes for itself. */
  readonly errand?: Script;
}

/** A fake Messages API that plays a script and records its requests. */
export interface ScriptedModel extends LoopbackService {
  /** Every request to `/v1/messages`, in order. */
  readonly requests: readonly ModelRequest[];
  /** The requests of the conversation with the user. */
  readonly mainRequests: () => readonly ModelRequest[];
  /** Every text for Claude in that conversation, from the first prompt on, including texts from hooks. */
  readonly textsForClaude: () => readonly string[];
  /** Requests of conversations whose script had nothing left. Empty in a complete story. */
  readonly unscripted: readonly ModelRequest[];
  /** Adds replies to the main conversation, for the next prompt of a story. */
  readonly append: (...steps: readonly Step[]) => void;
}

/**
 * Serves a scripted model on loopback. A list is the main conversation; requests that the client
 * makes on its own behalf (summaries, judgements of prompt hooks) never take a reply from it.
 *
 * @example
 * const model = await createScriptedModel([tool('Bash', { command: 'npm test' }), say('All green.')]);
 */
export async function createScriptedModel(given: readonly Step[] | ModelScripts): Promise<ScriptedModel> {
  const scripts: ModelScripts = isList(given) ? { main: given } : given;
  const cast = createCast(scripts);
  const requests: ModelRequest[] = [];
  const unscripted: ModelRequest[] = [];

  const mainRequests = (): readonly ModelRequest[] => requests.filter(({ kind }) => kind === 'main');

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://loopback').pathname;
    const text = await bodyOf(incoming);
    if (incoming.method !== 'POST' || path !== '/v1/messages') {
      answerOther(path, text, response);
      return;
    }
    const request = parseModelRequest(requests.length + 1, headersOf(incoming), JSON.parse(text));
    requests.push(request);
    const reply = await cast.reply(request);
    if (reply === undefined) unscripted.push(request);
    sendReply(reply ?? say('The script has no further reply.'), request, response);
  }

  const service = await serveLoopback((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      // Show a throwing step to the test as an answer that the client doesn't retry.
      sendReply(failureOfScript(error), parseModelRequest(0, {}, {}), response);
    });
  });
  return {
    ...service,
    requests,
    mainRequests,
    textsForClaude: () => mainRequests().flatMap(({ newTexts }) => newTexts),
    unscripted,
    append: (...steps) => cast.main.append(steps),
  };
}

/** Finds the play that a request belongs to. */
function createCast(scripts: ModelScripts): {
  readonly main: Play;
  readonly reply: (request: ModelRequest) => Promise<Reply | undefined>;
} {
  const main = startPlay(scripts.main ?? []);
  const summary = startPlay(() => say('<summary>A scripted summary.</summary>'));
  const errand = startPlay(scripts.errand ?? (() => say('ok')));
  const subagents = new Map<string, Play>();

  function subagent(request: ModelRequest): Play | undefined {
    const key = `${request.sessionId}/${request.agentId ?? ''}`;
    const known = subagents.get(key);
    if (known !== undefined) return known;
    const found = scripts.subagents?.find(({ matching }) => matches(request, matching));
    if (found === undefined) return undefined;
    const play = startPlay(found.script);
    subagents.set(key, play);
    return play;
  }

  return {
    main,
    reply: async (request) => {
      switch (request.kind) {
        case 'main':
          return main.next(request);
        case 'subagent':
          return subagent(request)?.next(request);
        case 'summary':
          return summary.next(request);
        case 'errand':
          return errand.next(request);
      }
    },
  };
}

function matches(request: ModelRequest, matching: string | RegExp): boolean {
  const firstTexts = request.texts.filter(({ role }) => role !== 'assistant').map(({ text }) => text);
  const text = [request.system, ...firstTexts].join('\n');
  return typeof matching === 'string' ? text.includes(matching) : matching.test(text);
}

function answerOther(path: string, text: string, response: ServerResponse): void {
  if (path === '/v1/messages/count_tokens') {
    sendJson(response, 200, { body: { input_tokens: Math.ceil(text.length / 4) } });
    return;
  }
  sendJson(response, 404, { body: { type: 'error', error: { type: 'not_found_error', message: path } } });
}

function failureOfScript(error: unknown): Reply {
  const message = `the script failed: ${error instanceof Error ? error.message : String(error)}`;
  return { kind: 'failed', status: 400, errorType: 'invalid_request_error', message, headers: {} };
}

function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString('utf8');
}

function isList(given: readonly Step[] | ModelScripts): given is readonly Step[] {
  return Array.isArray(given);
}
