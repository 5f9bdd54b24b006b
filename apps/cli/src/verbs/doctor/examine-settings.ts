import { readFileSync } from 'node:fs';
import { disabledBy, hooksOffIn, settingsPaths } from '@loopwright/hooks/facts';
import * as z from 'zod/mini';
import type { Env } from '../../program/context.ts';
import { broken, doubtful, type Finding, sound } from './finding.ts';

const CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP';
/** The client's own default. */
const DEFAULT_CAP = 8;
/** Our own breaker for idle turns opens after so many; a lower cap ends the turn before it can. */
const IDLE_TURNS = 3;

/** Looks for settings that keep hooks from working: switched off, or capped too low. */
export function examineSettings(env: Env, root: string): readonly Finding[] {
  const off = hooksOffIn(env, root);
  const settings = settingsPaths(env, root).map((path) => ({ path, value: readSettings(path) }));
  return [
    ...settings.flatMap(({ path, value }): Finding[] =>
      value === 'damaged'
        ? [broken('settings', `${path} is not JSON`, 'Mend it; the client ignores it as it is.')]
        : path === off
          ? [broken('settings', `${path} disables all hooks`, 'Take disableAllHooks out.')]
          : [],
    ),
    examineSwitch(env),
    judgeCap(settings.reduce((cap, { value }) => capOf(value) ?? cap, env[CAP])),
  ];
}

/** The settings of the client that matter here. A wrong value of one leaves the others readable. */
const settingsFile = z.object({
  env: z.catch(z.optional(z.object({ [CAP]: z.optional(z.union([z.string(), z.number()])) })), undefined),
});
type Settings = z.infer<typeof settingsFile>;

function readSettings(path: string): Settings | 'damaged' {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return {};
  }
  try {
    return z.safeParse(settingsFile, JSON.parse(text)).data ?? 'damaged';
  } catch {
    return 'damaged';
  }
}

function capOf(settings: Settings | 'damaged'): string | undefined {
  const cap = settings === 'damaged' ? undefined : settings.env?.[CAP];
  return cap === undefined ? undefined : String(cap);
}

function examineSwitch(env: Env): Finding {
  const name = disabledBy(env);
  return name === undefined
    ? sound('switch', 'loops are on')
    : broken('switch', `${name} switches loops off`, `unset ${name}`);
}

/** Judges the client's own cap on blocks in a row. */
export function judgeCap(text: string | undefined): Finding {
  const subject = 'block cap';
  const cap = text === undefined || text === '' ? DEFAULT_CAP : Number.parseInt(text, 10);
  if (Number.isNaN(cap)) {
    return doubtful(subject, `${CAP} is no number`, `Take it out: ${DEFAULT_CAP} is the default.`);
  }
  if (cap <= 0) {
    return doubtful(
      subject,
      'the client never ends a turn by itself',
      `Take ${CAP} out: our own breakers end a loop that repeats itself, and the client's cap is a second belt.`,
    );
  }
  if (cap <= IDLE_TURNS) {
    return doubtful(
      subject,
      `${cap}: the client may end a turn before a breaker of ours explains why`,
      `Set ${CAP} to ${DEFAULT_CAP}, or take it out.`,
    );
  }
  return sound(subject, String(cap));
}
