import { expect, onTestFinished, test } from 'vitest';
import {
  apiError,
  both,
  createScriptedModel,
  cutOff,
  type ModelScripts,
  rateLimit,
  say,
  type ScriptedModel,
  type Step,
  tool,
} from '../../src/index.ts';

async function open(scripts: readonly Step[] | ModelScripts): Promise<ScriptedModel> {
  const model = await createScriptedModel(scripts);
  onTestFinished(model.close);
  return model;
}

async function ask(
  model: ScriptedModel,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${model.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'x-claude-code-session-id': 'session-1', ...headers },
    body: JSON.stringify({
      model: 'claude-opus-5-5',
      tools: [{ name: 'Bash' }],
      messages: [{ role: 'user', content: 'hi' }],
      ...body,
    }),
  });
}

interface Event {
  readonly type: string;
  readonly index?: number;
  readonly delta?: Record<string, string>;
  readonly usage?: Record<string, number>;
}

async function eventsOf(response: Response): Promise<readonly Event[]> {
  const chunks = (await response.text()).trimEnd().split('\n\n');
  return chunks.map((chunk) => JSON.parse(chunk.replace(/^event: \w+\ndata: /, '')) as Event);
}

test('streams text and a tool call block by block, with the final figures at the end', async () => {
  const model = await open([
    both(
      'Héllo 🙂',
      { name: 'Bash', input: { command: 'ls "a b"' } },
      { usage: { output: 33 }, thinking: 'hm' },
    ),
  ]);

  const events = await eventsOf(await ask(model, { stream: true }));

  const joined = (index: number, field: string) =>
    events
      .filter((event) => event.index === index)
      .map(({ delta }) => delta?.[field] ?? '')
      .join('');
  expect(joined(0, 'thinking')).toBe('hm');
  expect(joined(1, 'text')).toBe('Héllo 🙂');
  expect(JSON.parse(joined(2, 'partial_json'))).toEqual({ command: 'ls "a b"' });
  expect(events.at(0)?.type).toBe('message_start');
  expect(events.at(-2)).toMatchObject({
    type: 'message_delta',
    delta: { stop_reason: 'tool_use' },
    usage: { output_tokens: 33 },
  });
  expect(events.at(-1)?.type).toBe('message_stop');
});

test("answers in one piece when the request doesn't ask for a stream", async () => {
  const model = await open([say('whole')]);

  expect(await (await ask(model)).json()).toMatchObject({
    role: 'assistant',
    content: [{ type: 'text', text: 'whole' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 100, output_tokens: 20 },
  });
});

test('errors have the status, the type and the headers of the API', async () => {
  const model = await open([apiError(529), rateLimit({ retryAfterSeconds: 30 })]);

  const overloaded = await ask(model);
  const limited = await ask(model);

  expect(overloaded.status).toBe(529);
  expect(await overloaded.json()).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } });
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toBe('30');
});

test('a cut connection gives no answer', async () => {
  const model = await open([cutOff()]);

  await expect(ask(model)).rejects.toThrow();
});

test("the client's errands never take a reply from the main script", async () => {
  const model = await open({ main: [say('main')], errand: [say('errand')] });
  const textOf = async (response: Promise<Response>) =>
    ((await (await response).json()) as { content: [{ text: string }] }).content[0].text;

  expect(await textOf(ask(model, { tools: [] }))).toBe('errand');
  expect(
    await textOf(
      ask(model, {
        messages: [{ role: 'user', content: 'Your task is to create a detailed summary of it all' }],
      }),
    ),
  ).toBe('<summary>A scripted summary.</summary>');
  expect(await textOf(ask(model))).toBe('main');
});

test('a step may look at the request, and take its time', async () => {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const model = await open([
    async (request) => {
      await gate;
      return say(`you said ${request.newTexts.join()}`);
    },
  ]);

  const answer = ask(model, {
    messages: [
      { role: 'user', content: 'old' },
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: 'new' }] }] },
    ],
  });
  letGo();

  expect(await (await answer).json()).toMatchObject({ content: [{ text: 'you said new' }] });
});

test('a finished script says so, and tests can append replies', async () => {
  const model = await open([]);

  expect(await (await ask(model)).json()).toMatchObject({
    content: [{ text: 'The script has no further reply.' }],
  });
  expect(model.unscripted).toHaveLength(1);
  model.append(tool('Bash', { command: 'ls' }));
  expect(await (await ask(model)).json()).toMatchObject({ content: [{ type: 'tool_use', name: 'Bash' }] });
  expect(model.unscripted).toHaveLength(1);
});
