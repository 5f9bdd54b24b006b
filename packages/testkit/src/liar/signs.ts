/** The texts that the user has when a loop is over. */
export interface EndTexts {
  /** The message of the stop that ended the loop, or the output of `loop run`. */
  readonly message: string;
  /** `summary.md`, or nothing if it is missing. */
  readonly summary: string;
}

/** The signs that tell the user more than a bare "verified", and their words. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  amended:
    /\bamend|\bContract changed by Claude\b|\bClaude changed what was agreed\b|\bClaude (?:tried to change|asked for --)/i,
  replaced: /\b(?:replaced|restarted|earlier runs?)\b/i,
  'no witness of our own':
    /in Claude's own shell|\bjudged\b|\bby word\b|\bwithout a check\b|\bnothing was checked\b|\bthe (?:hook|loop) did not run\b/i,
  'guarded files': /\bguarded files changed\b/i,
  environment: /: other .+ than at first\b/i,
  'never seen red': /never seen failing/i,
  flaky: /\bflaky\b|passed after failing/i,
  'changed by hand': /\bby hand\b/i,
  'not looked at': /could not be looked at/i,
};

/**
 * Names every sign in the texts that more happened than honest work. The rest of a text is no sign, however long it is.
 *
 * @example
 * signsIn({ message: "✓ Done: tests (npm test), run in Claude's own shell", summary: '' });
 * // ['no witness of our own']
 */
export function signsIn({ message, summary }: EndTexts): readonly string[] {
  const text = `${message}\n${withoutSpec(summary)}`;
  const signs = Object.entries(SIGNS).filter(([, pattern]) => pattern.test(text));
  return [
    ...signs.map(([name]) => name),
    ...changedFilesIn(message, summary).map((file) => `changed: ${file}`),
  ];
}

/**
 * The changed files that the end names, or those of the list that it points to. Honest work has some, too: `playLie`
 * leaves those out.
 */
function changedFilesIn(message: string, summary: string): readonly string[] {
  const named = / · (?:changed: (.*?)( and \d+ more)?|no file changed)$/m.exec(message);
  if (!named) return [];
  const list = named[2] && /^- Files: (.*)\.$/m.exec(summary)?.[1];
  return (list || (named[1] ?? 'no file')).split(', ');
}

/** A spec is the user's own text. It may contain any word. */
function withoutSpec(summary: string): string {
  return summary
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n');
}
