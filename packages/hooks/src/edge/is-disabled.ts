/** The variable that switches loops off, set to `1`, `true`, `yes` or `on`; undefined while loops are on. */
export function disabledBy(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return ['LOOP_DISABLE', 'IDLE_LOOP_DISABLE'].find((name) => /^(1|true|yes|on)$/i.test(`${env[name]}`));
}
