import { countField, objectField, stringField } from '@loopwright/transcript/quick';
import { apiFailure } from './agent-end.ts';
import { namedCall } from './facts.ts';
import type { Host } from './host.ts';

const TOOLS = { bash: 'Bash', write: 'Write', edit: 'Edit' };

/** OpenCode, `opencode run`. Without a user it refuses what its configuration would ask. */
export const opencode: Host = {
  name: 'opencode',
  words: { agent: 'OpenCode', program: 'opencode', install: 'npm install -g opencode-ai' },
  marks: ['OPENCODE', 'OPENCODE_PID'],
  tells: 'dollars',
  tested: '1.18.33',
  // It prints a tool when it has ended, and waits for the end of a rate limit without a word.
  maxSilenceMs: 900_000,
  modes: {
    acceptEdits: [],
    bypassPermissions: ['--auto'],
    default: [],
    dontAsk: [],
    plan: ['--agent', 'plan'],
  },
  argv: ({ model }) => ['run', '--format', 'json', ...(model ? ['--model', model] : [])],
  read(line, facts) {
    const part = objectField(line, 'part');
    const state = objectField(part, 'state');
    const id = stringField(part, 'callID') ?? '';
    switch (line['type']) {
      case 'step_start':
        facts.session = stringField(line, 'sessionID');
        return;
      case 'text':
        return facts.say({ text: stringField(part, 'text') });
      case 'tool_use': {
        facts.call(id, namedCall(TOOLS, stringField(part, 'tool'), state?.['input']));
        const text = stringField(state, 'error') ?? stringField(state, 'output') ?? '';
        const hasFailed = countField(objectField(state, 'metadata'), 'exit') > 0;
        const isDenied = text.startsWith('The user rejected permission');
        return facts.answer(id, { text, isError: state?.['status'] === 'error' || hasFailed, isDenied });
      }
      case 'step_finish': {
        const { cost, reason } = part ?? {};
        facts.tokens = (facts.tokens ?? 0) + countField(objectField(part, 'tokens'), 'total');
        // Zero is also what it says of a model without a known price.
        if (typeof cost === 'number' && cost > 0) facts.usd = (facts.usd ?? 0) + cost;
        if (reason === 'stop') facts.end = { kind: 'done' };
        return;
      }
      case 'error': {
        const error = objectField(line, 'error');
        const data = objectField(error, 'data');
        const reason = stringField(data, 'message') ?? stringField(error, 'name') ?? 'the turn failed';
        facts.fail(apiFailure(reason, countField(data, 'statusCode')));
      }
    }
  },
};
