import { countField, objectField, stringField } from '@loopwright/transcript/quick';
import { apiFailure } from './agent-end.ts';
import { namedCall } from './facts.ts';
import type { Host } from './host.ts';

const TOOLS = { bash: 'Bash', powershell: 'PowerShell', create: 'Write', edit: 'Edit' };

/** GitHub Copilot CLI, `copilot --output-format json`. Without a user it refuses what would ask. */
export const copilot: Host = {
  name: 'copilot',
  words: { agent: 'Copilot', program: 'copilot', install: 'npm install -g @github/copilot' },
  marks: ['COPILOT_AGENT_SESSION_ID', 'COPILOT_CLI', 'COPILOT_LOADER_PID'],
  // It names tokens for some accounts alone.
  tells: 'nothing',
  tested: '1.0.102',
  maxSilenceMs: 900_000,
  modes: {
    acceptEdits: ['--allow-tool=write'],
    bypassPermissions: ['--allow-all'],
    default: [],
    dontAsk: [],
    plan: ['--mode', 'plan'],
  },
  modeAliases: ['--allow-all-tools', '--yolo', '--plan', '--autopilot'],
  argv: ({ model, sessionId }) => [
    '--output-format=json',
    '--no-ask-user',
    `--session-id=${sessionId}`,
    ...(model ? ['--model', model] : []),
  ],
  read(line, facts) {
    const data = objectField(line, 'data');
    const id = stringField(data, 'toolCallId') ?? '';
    switch (line['type']) {
      case 'assistant.message':
        return facts.say({ text: stringField(data, 'content') });
      case 'tool.execution_start':
        return facts.call(id, namedCall(TOOLS, stringField(data, 'toolName'), data?.['arguments']));
      case 'tool.execution_complete': {
        const { code, message } = objectField(data, 'error') ?? {};
        const exitCode = countField(objectField(data, 'shellExecution'), 'exitCode');
        const text = stringField(objectField(data, 'result'), 'content') ?? String(message);
        return facts.answer(id, {
          text,
          isError: code !== undefined || exitCode > 0,
          isDenied: code === 'denied',
        });
      }
      case 'assistant.usage': {
        const fields = ['inputTokens', 'cacheReadTokens', 'outputTokens'] as const;
        return facts.count(stringField(data, 'model'), data, fields);
      }
      case 'session.error':
        return facts.fail(apiFailure(stringField(data, 'message') ?? '', countField(data, 'statusCode')));
      case 'result':
        facts.session = stringField(line, 'sessionId');
        if (line['exitCode'] === 0) facts.end = { kind: 'done' };
    }
  },
};
