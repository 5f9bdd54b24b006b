import { type Env, readNotifySettings } from '@loopwright/checks';
import { endSentence, goOnText, isOver, type Run, sanitizeLine } from '@loopwright/core';
import { ownClientEnvironment } from '@loopwright/hosts';

/** The content of a notification, and its reason: the loop ended, rests, or waits for the user. */
export interface Notification {
  readonly moment: 'end' | 'pause' | 'user';
  readonly title: string;
  readonly text: string;
}

/** Writes the notification of a run that the session was let go of. A stuck loop is an end that the user can undo. */
export function notificationOf(run: Run): Notification {
  if (run.status === 'active')
    return { moment: 'user', title: 'Loop waits for you', text: 'Reply in Claude Code to go on.' };
  const said = sanitizeLine(endSentence(run), 200);
  const text = isOver(run) ? said : `${said}. To go on: ${goOnText(run)}`;
  return { moment: run.status === 'paused' ? 'pause' : 'end', title: 'Loop', text };
}

/** Starts the user's own command, and gives the sequence for their terminal; undefined where they want neither. */
export function notify(notification: Notification, root: string, env: Env): string | undefined {
  const { notify: setting, command } = readNotifySettings(root, env);
  if (setting === 'off' || (setting === 'end' && notification.moment !== 'end')) return undefined;
  if (command !== undefined) startCommand(command, notification, root, env);
  return sequenceOf(notification, env);
}

/** The title, the notification in the form that the terminal knows, and the bell. Other terminals show nothing. */
export function sequenceOf({ title, text }: Notification, env: Env): string {
  const terminal = `${env['TERM'] ?? ''} ${env['TERM_PROGRAM'] ?? ''}`.toLowerCase();
  const said = `${title}: ${text}`;
  const shown = /kitty/.test(terminal)
    ? `99;;${said}`
    : /rxvt|foot/.test(terminal)
      ? `777;notify;${title};${text.replaceAll(';', ',')}`
      : `9;${said}`;
  return `\u001b]0;${said}\u0007\u001b]${shown}\u0007\u0007`;
}

/** The texts go through the environment, so that no shell reads them. The client doesn't wait for it. */
function startCommand(
  command: string | readonly string[],
  { moment, title, text }: Notification,
  cwd: string,
  env: Env,
): void {
  const [program = '', ...args] = typeof command === 'string' ? [command] : command;
  const texts = { LOOP_NOTIFY_MOMENT: moment, LOOP_NOTIFY_TITLE: title, LOOP_NOTIFY_TEXT: text };
  const child = process.getBuiltinModule('node:child_process').spawn(program, args, {
    cwd,
    env: { ...ownClientEnvironment(env), ...texts },
    shell: typeof command === 'string',
    detached: true,
    stdio: 'ignore',
  });
  // If the command can't start, there is no notification; the answer stays the same.
  child.on('error', () => undefined);
  child.unref();
}
