/**
 * Names the loop command as a shell has to call it. A plugin's `bin/` stands last on PATH, so that the bare name
 * may lead to another program; and only the whole path is what the skills allow to run without a prompt.
 *
 * @example
 * commandOf('/plugins/loop') // → '"/plugins/loop/bin/loop"'
 */
export function commandOf(pluginRoot: string | undefined): string {
  if (!pluginRoot) return 'loop';
  return `"${pluginRoot.replaceAll(/["$`\\]/g, (character) => `\\${character}`)}/bin/loop"`;
}
