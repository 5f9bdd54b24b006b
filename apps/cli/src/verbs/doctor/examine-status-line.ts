import { join } from 'node:path';
import type { Context } from '../../program/context.ts';
import { asStatusLine, hasSegment, isProgramCurrent } from '../../session/status-line.ts';
import { clientFolder, projectSettingsPaths, readClientSettings } from '../../session/user-settings.ts';
import { doubtful, type Finding, sound } from './finding.ts';

const SUBJECT = 'status line';
const INSTALL = 'loop config statusline --install';

/** Looks whether the client's status line shows the loop. It is no requirement, so its absence is no finding. */
export function examineStatusLine({ env, script }: Context, root: string): readonly Finding[] {
  const settings = readClientSettings(join(clientFolder(env), 'settings.json'));
  if (!hasSegment(asStatusLine(settings?.['statusLine']))) return [];
  const over = projectSettingsPaths(root).find(
    (path) => readClientSettings(path)?.['statusLine'] !== undefined,
  );
  if (over !== undefined)
    return [
      doubtful(
        SUBJECT,
        `${over} has a status line of its own, which wins here`,
        'Take statusLine out of it.',
      ),
    ];
  return [
    isProgramCurrent(env, script)
      ? sound(SUBJECT, 'shows the loop')
      : doubtful(SUBJECT, 'its program is of another version, or gone', INSTALL),
  ];
}
