// What a session cost so far, read again after each turn without reading the old lines twice.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEntries, priceUsage, summarizeToolCalls, toolCallsOf } from '@loopwright/transcript';
import { followUsage, readTail, type UsageMemory } from '@loopwright/transcript/node';

const path = join(mkdtempSync(join(tmpdir(), 'session-')), 'transcript.jsonl');
const write = (entry: object) => appendFileSync(path, `${JSON.stringify(entry)}\n`);
const answer = (id: string, content: object) =>
  write({
    type: 'assistant',
    message: {
      id,
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [content],
      usage: { input_tokens: 2000, output_tokens: 500 },
    },
  });

let memory: UsageMemory | undefined;
for (const id of ['msg_1', 'msg_2']) {
  answer(id, { type: 'tool_use', id: `call_${id}`, name: 'Bash', input: { command: 'npm test' } });
  // The client repeats the usage of a message on each of its lines; it counts once.
  answer(id, { type: 'text', text: 'The tests ran.' });
  memory = followUsage(path, memory);
  const { totalTokens, unknownModels } = priceUsage(memory.usage);
  console.log(totalTokens, unknownModels);
}
// → 2500 []
// → 5000 []

const calls = toolCallsOf(parseEntries(readTail(path)?.lines ?? []));
console.log(calls.length, summarizeToolCalls(calls).errors);
// → 2 []
