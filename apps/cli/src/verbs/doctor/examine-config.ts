import { countOf } from '@loopwright/core';
import { isAgreed } from '@loopwright/hooks';
import { checkLine } from '../../config/named-check.ts';
import { readConfigs } from '../../config/read-configs.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Env } from '../../program/context.ts';
import { broken, doubtful, type Finding, sound } from './finding.ts';

/** Looks at the configs: whether they can be used, and whether the user agreed to the commands of the project. */
export async function examineConfig(env: Env, root: string): Promise<readonly Finding[]> {
  try {
    const { files, checks } = await readConfigs(env, root);
    if (files.length === 0) {
      return [sound('config', 'none; loop init writes one')];
    }
    const open = [...checks].filter(([, { check }]) => !isAgreed(root, env, check));
    return [
      sound('config', `${files.join(', ')}: ${countOf(checks.size, 'check')}`),
      ...open.map(([name, { check }]) =>
        doubtful(
          'config',
          `not agreed to: ${checkLine(name, check)}`,
          `No hook runs it. In a terminal of your own: loop config agree ${name.includes(' ') ? `"${name}"` : name}`,
        ),
      ),
    ];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [
      broken(
        'config',
        `${error.message} ${error.details[0] ?? ''}`,
        'Mend the file; until then no loop starts here. loop help config lists its keys.',
      ),
    ];
  }
}
