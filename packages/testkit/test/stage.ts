import { onTestFinished } from 'vitest';
import {
  createSandbox,
  createScriptedModel,
  type ModelScripts,
  type Sandbox,
  type ProjectOptions,
  type ScriptedModel,
  type Step,
} from '../src/index.ts';

/** A sandbox and a scripted model for the current test. */
export async function setStage(
  scripts: readonly Step[] | ModelScripts,
  options: ProjectOptions = {},
): Promise<{ readonly sandbox: Sandbox; readonly model: ScriptedModel }> {
  const sandbox = await createSandbox(options);
  onTestFinished(sandbox.remove);
  const model = await createScriptedModel(scripts);
  onTestFinished(model.close);
  return { sandbox, model };
}
