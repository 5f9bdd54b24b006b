import { describe, expect, test } from 'vitest';
import { errorSignature, parseEntries, summarizeToolCalls, toolCallsOf } from '../../src/index.ts';
import { assistantLine, toolResultLine } from '../transcript-lines.ts';

function toolUse(id: string, name: string, input: unknown): string {
  return assistantLine({ id: `msg_${id}`, content: [{ type: 'tool_use', id, name, input }] });
}

describe('facts about tools', () => {
  test('count edits of each file and errors', () => {
    const entries = parseEntries([
      toolUse('1', 'Edit', { file_path: '/a.ts' }),
      toolResultLine('1', 'ok', false),
      toolUse('2', 'Write', { file_path: '/a.ts' }),
      toolResultLine('2', [{ type: 'text', text: 'ok' }], false),
      toolUse('3', 'NotebookEdit', { notebook_path: '/b.ipynb' }),
      toolUse('4', 'Edit', { file_path: '/a.ts' }),
      toolResultLine('4', 'File has not been read yet.', true),
      toolUse('5', 'Bash', { command: 'npm test' }),
      toolResultLine(
        '5',
        [
          { type: 'text', text: 'Exit code 1' },
          { type: 'text', text: 'boom' },
        ],
        true,
      ),
    ]);
    const facts = summarizeToolCalls(toolCallsOf(entries));
    expect(Object.fromEntries(facts.filesEdited)).toEqual({ '/a.ts': 2, '/b.ipynb': 1 });
    expect(facts.errors).toEqual([
      { tool: 'Edit', signature: `Edit: ${errorSignature('File has not been read yet.')}` },
      { tool: 'Bash', signature: `Bash: ${errorSignature('Exit code 1\nboom')}` },
    ]);
  });

  test('take a call without an answer for one that did not fail', () => {
    const calls = toolCallsOf(parseEntries([toolUse('1', 'Bash', {})]));
    expect(calls).toHaveLength(1);
    expect(summarizeToolCalls(calls).errors).toEqual([]);
  });

  test('never take an answer that names no call for the answer to a call without an id', () => {
    const nameless = assistantLine({ id: 'msg_1', content: [{ type: 'tool_use', name: 'Bash', input: {} }] });
    const answer = JSON.stringify({
      type: 'user',
      message: { content: [{ type: 'tool_result', is_error: true, content: 'boom' }] },
    });
    expect(toolCallsOf(parseEntries([nameless, answer]))).toEqual([
      { name: 'Bash', input: {}, error: undefined },
    ]);
  });

  test('name no file for a tool that edits none, with any input', () => {
    const call = {
      name: 'Bash',
      input: { file_path: '/a.ts', notebook_path: '/b.ipynb', undefined: '/c.ts' },
    };
    expect(summarizeToolCalls([call]).filesEdited.size).toBe(0);
  });

  test('read a file name from nothing but a string', () => {
    const calls = [5, null, { file_path: 7 }, { file_path: ['x'] }].map((input) => ({ name: 'Edit', input }));
    expect(summarizeToolCalls(calls).filesEdited.size).toBe(0);
  });
});
