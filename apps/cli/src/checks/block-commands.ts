import { posix } from 'node:path';

/** A line that changes the meaning of the other lines in its block. */
const CONTROL = /^(?:pushd|popd|if|for|while|until|case|function|exit|set \+e)\b|^[({]|<</;

/** An ending that only shortens what a reader sees; in a check it would hide the exit code. */
const SHORTENED = /\s*(?:2>&1\s*)?\|\s*(?:tail|head|cat|tee)\b[^|;&]*$|\s*2>&1$/;

/**
 * The single commands of a shell block, each in the folder that a `cd` above it went to. A block with control structures
 * has none.
 */
export function blockCommands(lines: readonly string[]): readonly string[] {
  const whole = lines
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map(plainCommand);
  if (whole.some((line) => CONTROL.test(line))) return [];
  let folder = '.';
  return whole.flatMap((line) => {
    const [, moved] = /^cd(?: (\S+))?$/.exec(line) ?? [];
    // An absolute folder stays one, so that no command there is taken.
    if (moved !== undefined)
      folder = posix.isAbsolute(moved) ? moved : posix.join(folder, moved).replace(/\/$/, '');
    if (/^cd\b(?!.*&&)/.test(line) || line === '' || line.startsWith('#')) return [];
    return [folder === '.' ? line : `cd ${folder} && ${line}`];
  });
}

/** A command without prompt, comment and a pipe to `tail`, which would hide its exit code. */
export function plainCommand(text: string): string {
  return text
    .trim()
    .replace(/^[$>] /, '')
    .replace(/\s+#\s.*$/, '')
    .replace(SHORTENED, '')
    .trim();
}
