import { describe, expect, test } from 'vitest';
import { isHumanPrompt, lastAssistantText, parseEntries, parseEntry } from '../../src/index.ts';
import { assistantLine } from '../transcript-lines.ts';

function line(object: object): string {
  return JSON.stringify(object);
}

describe('an entry', () => {
  test('of Claude has every field of its line', () => {
    expect(
      parseEntry(
        line({
          type: 'assistant',
          uuid: 'u',
          sessionId: 's',
          timestamp: '2026-11-18T10:00:00Z',
          isSidechain: true,
          isMeta: true,
          requestId: 'r',
          isApiErrorMessage: true,
          message: {
            id: 'm',
            model: 'claude-opus-5-5',
            content: [
              { type: 'text', text: 'one' },
              { type: 'thinking', text: 'two' },
              { type: 'text', text: 3 },
              { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
              { type: 'tool_use', id: 'nameless' },
              { type: 'other', id: 'o', name: 'Other' },
            ],
            usage: { input_tokens: 5, output_tokens: 7, speed: 'fast' },
          },
        }),
      ),
    ).toEqual({
      type: 'assistant',
      uuid: 'u',
      sessionId: 's',
      timestamp: '2026-11-18T10:00:00Z',
      chain: 'side',
      isMeta: true,
      messageId: 'm',
      requestId: 'r',
      model: 'claude-opus-5-5',
      isApiError: true,
      texts: ['one'],
      toolUses: [{ id: 't', name: 'Bash', input: { command: 'ls' } }],
      usage: {
        tokens: { input: 5, output: 7, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 },
        speed: 'fast',
      },
      advisors: [],
    });
  });

  test('of a user has every field of its line', () => {
    expect(
      parseEntry(
        line({
          type: 'user',
          isSidechain: false,
          isCompactSummary: true,
          message: {
            content: [
              { type: 'text', text: 'hi' },
              {
                type: 'tool_result',
                tool_use_id: 't',
                is_error: true,
                content: [
                  { type: 'text', text: 'a' },
                  { type: 'text', text: 'b' },
                ],
              },
              { type: 'tool_use', tool_use_id: 'x', content: 'none' },
            ],
          },
        }),
      ),
    ).toEqual({
      type: 'user',
      uuid: undefined,
      sessionId: undefined,
      timestamp: undefined,
      chain: 'main',
      isMeta: false,
      isCompactSummary: true,
      opener: 'other',
      texts: ['hi'],
      toolResults: [{ toolUseId: 't', isError: true, text: 'a\nb' }],
    });
  });

  test.each([1, 'true', {}, null])('is not marked where its line says %j instead of true', (mark) => {
    const user = parseEntry(line({ type: 'user', isMeta: mark, isCompactSummary: mark, isSidechain: mark }));
    expect(user).toMatchObject({ isMeta: false, isCompactSummary: false, chain: 'unknown' });
    const assistant = parseEntry(line({ type: 'assistant', isApiErrorMessage: mark }));
    expect(assistant).toMatchObject({ isApiError: false });
    const answer = parseEntry(
      line({ type: 'user', message: { content: [{ type: 'tool_result', is_error: mark }] } }),
    );
    expect(answer).toMatchObject({ toolResults: [{ isError: false, text: '' }] });
  });

  test('is read from a line that begins with white space', () => {
    expect(parseEntry('  {"type":"user"}')).toMatchObject({ type: 'user' });
  });

  test('has the standard speed where its line names none that is known', () => {
    for (const speed of ['standard', 'slow', 5, undefined]) {
      expect(parseEntry(line({ type: 'assistant', message: { usage: { speed } } }))).toMatchObject({
        usage: { speed: 'standard' },
      });
    }
  });
});

describe('a prompt', () => {
  const prompt = (content: unknown): boolean[] =>
    parseEntries([line({ type: 'user', isSidechain: false, message: { content } })]).map(isHumanPrompt);

  test.each(['<task-notification>', '<local-command-stdout>', '<local-command-stderr>', '<system-reminder>'])(
    'that begins with %s is an event, with any white space before it',
    (start) => {
      expect(prompt(`${start}x`)).toEqual([false]);
      expect(prompt(`\n  ${start}x`)).toEqual([false]);
      expect(prompt(`I saw ${start}`)).toEqual([true]);
    },
  );

  test('is a person where one of its texts is', () => {
    expect(
      prompt([
        { type: 'text', text: '<system-reminder>x</system-reminder>' },
        { type: 'text', text: 'Go on.' },
      ]),
    ).toEqual([true]);
  });

  test('is a person where the line does not say which conversation it is of', () => {
    expect(parseEntries([line({ type: 'user', message: { content: 'hi' } })]).map(isHumanPrompt)).toEqual([
      true,
    ]);
  });

  test('is nothing that Claude says', () => {
    expect(parseEntries([assistantLine({})]).map(isHumanPrompt)).toEqual([false]);
  });
});

describe('the last text of a session', () => {
  const said = (session: string | undefined, text: string): string =>
    line({ type: 'assistant', isSidechain: false, sessionId: session, message: { content: text } });

  test('leaves out what another session said, and keeps what names none', () => {
    const entries = parseEntries([said('a', 'mine'), said('b', 'theirs')]);
    expect(lastAssistantText(entries, { sessionId: 'a' })).toBe('mine');
    expect(lastAssistantText(entries, { sessionId: 'b' })).toBe('theirs');
    expect(lastAssistantText(entries)).toBe('theirs');
    expect(
      lastAssistantText(parseEntries([said('a', 'mine'), said(undefined, 'no name')]), { sessionId: 'a' }),
    ).toBe('no name');
  });

  test('is one line where messages have no id', () => {
    expect(lastAssistantText(parseEntries([said('a', 'one'), said('a', 'two')]))).toBe('two');
  });

  test('is nothing said before the last prompt', () => {
    const prompt = line({ type: 'user', message: { content: 'And now?' } });
    expect(lastAssistantText(parseEntries([said('a', 'old'), prompt]))).toBeUndefined();
    expect(lastAssistantText(parseEntries([prompt, said('a', 'new')]))).toBe('new');
  });
});
