/**
 * Gives the loop command for a shell. A plugin's `bin/` stands last on PATH, so the bare name may lead to another
 * program. The skills allow only the whole path without a prompt.
 *
 * @example
 * commandOf('/plugins/loop') // → '"/plugins/loop/bin/loop"'
 */
export function commandOf(pluginRoot: string | undefined): string {
  if (!pluginRoot) return 'loop';
  return `"${pluginRoot.replaceAll(/["$`\\]/g, (character) => `\\${character}`)}/bin/loop"`;
}
