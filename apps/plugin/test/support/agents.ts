import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LoopbackService, runInSandbox, type Sandbox, serveLoopback } from '@loopwright/testkit';
import { command } from './drive.ts';

/** What the model says to one request: words, a shell command, or an error of the API. */
export interface ModelStep {
  readonly text?: string;
  readonly shell?: string;
  readonly status?: number;
}

/** How an agent is set up offline, and how its API speaks. */
interface AgentSetup {
  /** Its program within the packages. */
  readonly program: string;
  readonly api: 'responses' | 'gemini' | 'chat';
  /** The tool that runs a command, and the argument that has it. */
  readonly tool: readonly [name: string, argument: string];
  /** Writes its settings and gives its variables. */
  setUp(home: string, url: string): Readonly<Record<string, string>>;
}

const AGENTS = {
  codex: {
    program: '@openai/codex/bin/codex.js',
    api: 'responses',
    tool: ['exec_command', 'cmd'],
    setUp: (home, url) => {
      const provider = `name = "mock"\nbase_url = "${url}"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`;
      write(
        join(home, '.codex/config.toml'),
        `model = "gpt-5"\nmodel_provider = "mock"\n[model_providers.mock]\n${provider}`,
      );
      return {};
    },
  },
  gemini: {
    program: '@google/gemini-cli/bundle/gemini.js',
    api: 'gemini',
    tool: ['run_shell_command', 'command'],
    setUp: (home, url) => {
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      write(join(home, '.gemini/settings.json'), JSON.stringify(settings));
      return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'placeholder' };
    },
  },
  copilot: {
    program: '@github/copilot/npm-loader.js',
    api: 'responses',
    tool: ['bash', 'command'],
    setUp: (_, url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_MODEL: 'gpt-5',
      COPILOT_PROVIDER_API_KEY: 'placeholder-key-0',
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_WIRE_API: 'responses',
    }),
  },
  opencode: {
    program: 'opencode/bin/opencode',
    api: 'chat',
    tool: ['bash', 'command'],
    setUp: (home, baseURL) => {
      const models = { m: { name: 'm', limit: { context: 100_000, output: 8000 } } };
      const npm = '@ai-sdk/openai-compatible';
      const mock = { npm, name: 'mock', options: { baseURL, apiKey: 'placeholder' }, models };
      const settings = { model: 'mock/m', small_model: 'mock/m', provider: { mock } };
      write(join(home, 'opencode.json'), JSON.stringify(settings));
      return {
        OPENCODE_CONFIG: join(home, 'opencode.json'),
        OPENCODE_DISABLE_AUTOUPDATE: 'true',
        OPENCODE_DISABLE_MODELS_FETCH: 'true',
      };
    },
  },
} as const satisfies Readonly<Record<string, AgentSetup>>;
type ProgramName = keyof typeof AGENTS;
/** An agent by its program, or that program in a conversation: `acp:opencode acp`. */
export type AgentName = ProgramName | `acp:${ProgramName} ${string}`;

function programOf(name: AgentName): ProgramName {
  return name.replace(/^acp:| .*/g, '') as ProgramName;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const packages = fileURLToPath(new URL('../../../../.ci/deep/node_modules', import.meta.url));

/** The program of an agent, if `npm run test:deep` has installed it on this system. */
export function installedAgent(name: AgentName): string | undefined {
  const program = join(packages, AGENTS[programOf(name)].program);
  return existsSync(program) ? program : undefined;
}

/** A scripted model for one agent. Each request of its main conversation gets the next step; the last one repeats. */
export async function serveAgentModel(
  name: AgentName,
  steps: readonly ModelStep[],
): Promise<LoopbackService> {
  const { api, tool } = AGENTS[programOf(name)];
  let turn = 0;
  return serveLoopback(async (request, response) => {
    const body = await bodyOf(request);
    const url = request.url ?? '';
    if (url.includes('countTokens')) return void response.end('{"totalTokens":100}');
    if (!/\/responses|generateContent|chat\/completions/i.test(url))
      return void response.writeHead(404).end('{}');
    // A title and other side requests come without the tools of the conversation.
    const step =
      (body.match(/"(?:parameters|parametersJsonSchema)"/g) ?? []).length > 3
        ? steps[turn++]
        : { text: '{}' };
    answer(response, { api, url, tool }, step ?? steps.at(-1) ?? {}, turn);
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

interface Asked extends Pick<AgentSetup, 'api' | 'tool'> {
  readonly url: string;
}

function answer(response: ServerResponse, { api, tool, url }: Asked, step: ModelStep, turn: number): void {
  const { status, text, shell } = step;
  if (status !== undefined) {
    const error = { message: 'Quota exceeded: rate limit reached', type: 'rate_limit_error', code: status };
    const limited = { ...error, status: 'RESOURCE_EXHAUSTED' };
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: limited }));
    return;
  }
  const call =
    shell === undefined ? undefined : { name: tool[0], input: { [tool[1]]: shell, description: 'x' } };
  if (api === 'gemini') {
    const parts = call ? [{ functionCall: { name: call.name, args: call.input } }] : [{ text }];
    const usageMetadata = { promptTokenCount: 1000, candidatesTokenCount: 50, totalTokenCount: 1050 };
    const candidates = [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }];
    const reply = JSON.stringify({ candidates, usageMetadata, modelVersion: 'm' });
    const isStream = url.includes('stream');
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
    return void response.end(isStream ? `data: ${reply}\r\n\r\n` : reply);
  }
  response.setHeader('content-type', 'text/event-stream');
  const args = JSON.stringify(call?.input);
  if (api === 'chat') {
    const of = (delta: object, finish: string | null): object => ({ index: 0, delta, finish_reason: finish });
    const chunk = (choices: readonly object[], usage?: object): string =>
      `data: ${JSON.stringify({ id: `c${turn}`, object: 'chat.completion.chunk', created: 1, model: 'm', choices, usage })}\n\n`;
    const call0 = {
      index: 0,
      id: `call_${turn}`,
      type: 'function',
      function: { name: call?.name, arguments: args },
    };
    const said = call ? { tool_calls: [call0] } : { content: text };
    const usage = { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050 };
    const lines = [
      chunk([of({ role: 'assistant', ...said }, null)]),
      chunk([of({}, call ? 'tool_calls' : 'stop')]),
    ];
    return void response.end(`${lines.join('')}${chunk([], usage)}data: [DONE]\n\n`);
  }
  const id = `r${turn}`;
  const item = call
    ? { type: 'function_call', id: `f${turn}`, call_id: `call_${turn}`, name: call.name, arguments: args }
    : {
        type: 'message',
        role: 'assistant',
        id: `m${turn}`,
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      };
  const usage = {
    input_tokens: 1000,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 1050,
  };
  const send = (type: string, more: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  response.end(
    [
      send('response.created', { response: { id } }),
      send('response.output_item.added', { output_index: 0, item: call ? item : { ...item, content: [] } }),
      send('response.output_item.done', { output_index: 0, item }),
      send('response.completed', {
        response: { id, object: 'response', status: 'completed', model: 'm', output: [item], usage },
      }),
    ].join(''),
  );
}

/** What `loop run --json` answered, and what it said meanwhile. */
export interface AgentDrove {
  readonly exit: string;
  readonly reason: string;
  readonly run: { readonly id: string; readonly session: string };
  readonly stderr: string;
}

/** Runs `loop run` with a real agent offline, against a scripted model. */
export async function driveAgent(
  sandbox: Sandbox,
  name: AgentName,
  args: readonly string[],
  steps: readonly ModelStep[],
): Promise<AgentDrove> {
  const service = await serveAgentModel(name, steps);
  const folder = join(sandbox.home, 'agents');
  const { api, setUp } = AGENTS[programOf(name)];
  const program = join(folder, programOf(name));
  mkdirSync(folder, { recursive: true });
  if (!existsSync(program)) symlinkSync(installedAgent(name) ?? '', program);
  const url = api === 'gemini' ? service.url : `${service.url}/v1`;
  try {
    const { stdout, stderr } = await runInSandbox({
      sandbox,
      services: [service],
      command: [process.execPath, command, 'run', '--json', ...args],
      env: { PATH: `${folder}:${sandbox.env['PATH']}`, ...setUp(sandbox.home, url) },
      timeoutMs: 280_000,
    });
    return { ...(JSON.parse(stdout) as AgentDrove), stderr };
  } finally {
    await service.close();
  }
}
