// @module-tag deep
import { expect, test } from 'vitest';
import { both, createTranscript, openClaude, say } from '../../src/index.ts';
import { setStage } from '../stage.ts';

type Line = Readonly<Record<string, unknown>>;

/** One story for the real client and for the builder. */
const lookUp = both(
  'Looking.',
  { name: 'Bash', input: { command: 'echo hi' } },
  { usage: { input: 7, cacheWrite5m: 3 }, thinking: 'hm' },
);

async function realLines(): Promise<readonly Line[]> {
  const { sandbox, model } = await setStage([lookUp, say('one'), say('after')]);
  const session = openClaude({ sandbox, model });
  await session.prompt('go');
  await session.prompt('/compact');
  await session.prompt('more');
  return (await session.close()).transcript();
}

function builtLines(): readonly Line[] {
  return createTranscript()
    .prompt('go')
    .reply(lookUp)
    .toolResults('hi')
    .reply(say('one'))
    .compaction('short')
    .prompt('more')
    .reply(say('after'))
    .lines();
}

/** The kind of a line. */
function kindOf(line: Line): string {
  const { content } = (line['message'] ?? {}) as { content?: unknown };
  const [block] = Array.isArray(content) ? (content as readonly { type: string }[]) : [];
  const marks = ['isCompactSummary', 'isMeta'].filter((mark) => line[mark] === true);
  return [line['type'], line['subtype'], block?.type, ...marks].filter(Boolean).join(' ');
}

test('writes every kind of line with no field that the real client does not write', async () => {
  const real = await realLines();
  const fieldsOf = (line: Line): readonly string[] => [
    ...Object.keys(line),
    ...Object.keys((line['message'] ?? {}) as Line).map((field) => `message.${field}`),
  ];

  for (const line of builtLines()) {
    const alike = real.filter((candidate) => kindOf(candidate) === kindOf(line));
    expect(alike, `the real client writes no such line: ${kindOf(line)}`).not.toEqual([]);
    const known = alike.flatMap(fieldsOf);
    expect(
      fieldsOf(line).filter((field) => !known.includes(field)),
      kindOf(line),
    ).toEqual([]);
  }
});

test('refuses a result for a call that was never made', () => {
  expect(() => createTranscript().reply(say('no call')).toolResults('hi')).toThrow('no tool call');
});
