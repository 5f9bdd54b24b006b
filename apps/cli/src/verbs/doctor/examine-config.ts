import { countOf } from '@loopwright/core';
import { checkLine, isAgreedHere } from '../../config/named-check.ts';
import { readConfigs } from '../../config/read-configs.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Env } from '../../program/context.ts';
import type { Finding } from './finding.ts';

/** Looks at the configs: whether they can be used, and whether the user agreed to the commands of the project. */
export async function examineConfig(env: Env, root: string): Promise<readonly Finding[]> {
  try {
    const { files, checks } = await readConfigs(env, root);
    if (files.length === 0) {
      return [{ subject: 'config', level: 'sound', found: 'none; loop init writes one' }];
    }
    const open = [...checks].filter(([name, { check }]) => !isAgreedHere(env, root, name, check));
    return [
      { subject: 'config', level: 'sound', found: `${files.join(', ')}: ${countOf(checks.size, 'check')}` },
      ...open.map(([name, { check }]): Finding => ({
        subject: 'config',
        level: 'doubtful',
        found: `not agreed to: ${checkLine(name, check)}`,
        remedy: `No hook runs it. In a terminal of your own: loop config agree ${name.includes(' ') ? `"${name}"` : name}`,
      })),
    ];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [
      {
        subject: 'config',
        level: 'broken',
        found: `${error.message} ${error.details[0] ?? ''}`,
        remedy: 'Mend the file; until then no loop starts here. loop help config lists its keys.',
      },
    ];
  }
}
