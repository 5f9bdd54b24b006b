import { asObject, objectField, stringField } from '@loopwright/transcript/quick';
import { apiFailure } from './agent-end.ts';
import { namedCall } from './facts.ts';
import type { Host } from './host.ts';

const TOOLS = { run_shell_command: 'Bash', write_file: 'Write', replace: 'Edit' };

/** Gemini CLI, `gemini -p`. Without a user, tools that would ask are left out. */
export const gemini: Host = {
  name: 'gemini',
  words: { agent: 'Gemini CLI', program: 'gemini', install: 'npm install -g @google/gemini-cli' },
  marks: ['GEMINI_CLI', 'GEMINI_CLI_NO_RELAUNCH'],
  tells: 'tokens',
  tested: '0.61.0',
  // It waits for the end of a rate limit and says so on standard error alone.
  maxSilenceMs: 900_000,
  modes: {
    acceptEdits: ['--approval-mode', 'auto_edit'],
    bypassPermissions: ['--approval-mode', 'yolo'],
    default: ['--approval-mode', 'default'],
    dontAsk: ['--approval-mode', 'default'],
    plan: ['--approval-mode', 'plan'],
  },
  modeAliases: ['--yolo', '-y'],
  argv: ({ model, sessionId }) => [
    '--output-format=stream-json',
    `--session-id=${sessionId}`,
    '--skip-trust',
    '--prompt=',
    ...(model ? ['--model', model] : []),
  ],
  read(line, facts) {
    const id = stringField(line, 'tool_id') ?? '';
    switch (line['type']) {
      case 'init':
        facts.session = stringField(line, 'session_id');
        return;
      case 'message':
        if (line['role'] === 'assistant') facts.say({ more: stringField(line, 'content') });
        return;
      case 'tool_use':
        // Words before a tool are no last message.
        facts.text = undefined;
        return facts.call(id, namedCall(TOOLS, stringField(line, 'tool_name'), line['parameters']));
      case 'tool_result':
        return facts.answer(id, { text: stringField(line, 'output'), isError: line['status'] !== 'success' });
      case 'result': {
        const models = objectField(objectField(line, 'stats'), 'models') ?? {};
        for (const [model, used] of Object.entries(models))
          facts.count(model, asObject(used), ['input_tokens', 'cached', 'output_tokens']);
        const { message = 'the turn failed' } = objectField(line, 'error') ?? {};
        if (line['status'] === 'success') facts.end = { kind: 'done' };
        else facts.fail(apiFailure(String(message)));
      }
    }
  },
};
