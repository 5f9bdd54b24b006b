import { expect, test } from 'vitest';
import { apiError, both, createTranscript, openClaude, say, tool } from '../../src/index.ts';
import { setStage } from '../stage.ts';
import { toyPlugin } from '../toy-plugin.ts';

type Line = Readonly<Record<string, unknown>>;

/** One story for the real client and for the builder. */
const lookUp = both(
  'Looking.',
  { name: 'Bash', input: { command: 'echo hi' } },
  { usage: { input: 7, cacheWrite5m: 3 } },
);
const failing = tool('Bash', { command: 'exit 3' }, { thinking: 'hm' });

async function realLines(): Promise<readonly Line[]> {
  const { sandbox, model } = await setStage({
    main: [lookUp, failing, say('one'), say('two'), apiError(529), say('after')],
    summary: [say('<summary>short</summary>')],
  });
  const session = openClaude({
    sandbox,
    model,
    plugins: [toyPlugin],
    env: { TOY_BLOCKS: '1', TOY_DECISION: 'block' },
  });
  await session.prompt('go');
  await session.prompt('again');
  await session.prompt('/compact');
  await session.prompt('more');
  return (await session.close()).transcript();
}

function builtLines(): readonly Line[] {
  return createTranscript()
    .prompt('go')
    .reply(lookUp)
    .toolResults('hi')
    .reply(failing)
    .toolResults(new Error('Exit code 3'))
    .reply(say('one'))
    .stopFeedback('toy: go on (1)')
    .reply(say('two'))
    .stopSummary()
    .prompt('again')
    .apiError(529, 'scripted error 529')
    .compaction('short')
    .prompt('more')
    .reply(say('after'))
    .costState(0.01, {})
    .lines();
}

/** The kind of a line. */
function kindOf(line: Line): string {
  const { content } = (line['message'] ?? {}) as { content?: unknown };
  const [block] = Array.isArray(content) ? (content as readonly { type: string }[]) : [];
  const marks = ['isApiErrorMessage', 'isCompactSummary', 'isMeta'].filter((mark) => line[mark] === true);
  return [line['type'], line['subtype'], block?.type, ...marks].filter(Boolean).join(' ');
}

test('writes every kind of line with no field that the real client does not write', async () => {
  const real = await realLines();

  for (const line of builtLines()) {
    const alike = real.filter((candidate) => kindOf(candidate) === kindOf(line));
    expect(alike, `the real client writes no such line: ${kindOf(line)}`).not.toEqual([]);
    const known = new Set(alike.flatMap((candidate) => Object.keys(candidate)));
    expect(
      Object.keys(line).filter((field) => !known.has(field)),
      kindOf(line),
    ).toEqual([]);
    const message = (line['message'] ?? {}) as Line;
    const knownInMessage = new Set(
      alike.flatMap((candidate) => Object.keys((candidate['message'] ?? {}) as Line)),
    );
    expect(
      Object.keys(message).filter((field) => !knownInMessage.has(field)),
      kindOf(line),
    ).toEqual([]);
  }
});

test('repeats the usage of a reply on the line of each block, as the client does', async () => {
  const usages = (lines: readonly Line[]) =>
    lines
      .filter(({ type }) => type === 'assistant')
      .map(({ message }) => message as { id: string; usage: Line })
      .slice(0, 2)
      .map(({ id, usage }) => [
        id.replaceAll(/\D+0*/g, ''),
        usage['input_tokens'],
        usage['cache_creation_input_tokens'],
      ]);

  expect(usages(builtLines())).toEqual([
    ['1', 7, 3],
    ['1', 7, 3],
  ]);
  expect(usages(builtLines())).toEqual(usages(await realLines()));
});

test('chains lines by uuid and results to the line of their call', () => {
  const [prompt, text, call, result] = createTranscript()
    .prompt('go')
    .reply(lookUp)
    .toolResults('hi')
    .lines();

  expect(text?.['parentUuid']).toBe(prompt?.['uuid']);
  expect(call?.['parentUuid']).toBe(text?.['uuid']);
  expect(result).toMatchObject({ parentUuid: call?.['uuid'], sourceToolAssistantUUID: call?.['uuid'] });
});

test('gives the same bytes for the same calls, one line of JSON each', () => {
  const build = () => createTranscript({ agentId: 'a1' }).prompt('go').reply(say('done'));

  expect(build().text()).toBe(build().text());
  expect(
    build()
      .text()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as Line)['agentId']),
  ).toEqual(['a1', 'a1']);
});

test('refuses a result for a call that was never made', () => {
  expect(() => createTranscript().reply(say('no call')).toolResults('hi')).toThrow('no tool call');
});
