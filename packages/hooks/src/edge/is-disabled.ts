/** True if the environment switches loops off: `LOOP_DISABLE=1` or `IDLE_LOOP_DISABLE=1`. */
export function isDisabled(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['LOOP_DISABLE'] === '1' || env['IDLE_LOOP_DISABLE'] === '1';
}
