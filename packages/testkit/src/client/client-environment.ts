import type { ScriptedModel } from '../model/scripted-model.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';

/** The client's whole environment: the sandbox's, and the variables that point it to the model. */
export function clientEnvironment(sandbox: Sandbox, model: ScriptedModel): Readonly<Record<string, string>> {
  return {
    ...sandbox.env,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: placeholderKey,
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // One scripted error is one failure. The client's own ten retries would take minutes.
    CLAUDE_CODE_MAX_RETRIES: '0',
    // Lets scripted Bash calls run without a prompt where the tests run as root.
    IS_SANDBOX: '1',
  };
}

/** A key without rights. The client stores its last twenty characters with an approval. */
export const placeholderKey = 'sk-ant-placeholder-of-the-testkit-0000';
