import { sanitize } from './sanitize.ts';

/** Begins the report of one failed test: `✖ adds`, `not ok 1 - adds`, `--- FAIL: TestAdd`, `____ test_add ____`. */
const TITLE =
  /^\s*(?:[✖✗✘×❯●]|not ok\b|FAIL(?:ED)?\b|ERROR\b|-{3,} (?:FAIL|\S+ stdout)|_{3,} \S|\d+\) \S|Traceback )/;
/** Names the cause, as common test runners, compilers and linters write it. */
const CAUSE = new RegExp(
  [
    String.raw`\b(?:[A-Z]\w*)?(?:Error|Exception)\b(?: \[\w+\])?(?::|$)`,
    String.raw`^E\s{2,}\S`,
    String.raw`(?:^\s*|[:)] )(?:fatal )?error(?:\[\w+\]| [A-Z]+\d+)?:`,
    String.raw`^\s*\d+:\d+\s+error\s`,
    String.raw`\bpanicked at\b`,
    String.raw`^\s*\S+\.go:\d+(?::\d+)?: `,
    String.raw`^\s*(?:Expected|Received|expected|Failure\/Error|Failed asserting)\b`,
  ].join('|'),
);
/** A frame in the runner or in a dependency. */
const FOREIGN_FRAME = /[( ](?:node:|\S*node_modules\/)\S+:\d+\)?/;
/** How far above its cause the title of a failure stands. */
const REACH = 12;

/**
 * Finds the lines of a failed check's output that say why it failed: the first failure with its cause. Without one that
 * it knows, the last lines. Colours, blank lines and frames of dependencies are left out.
 *
 * @example
 * const output = 'ok 1\nnot ok 2 - adds\n  error: 1 !== 2\n# pass 1\n';
 * tellingLines(output, { lines: 2, chars: 400 }); // ['not ok 2 - adds', '  error: 1 !== 2']
 */
export function tellingLines(
  output: string,
  limits: { readonly lines: number; readonly chars: number },
): readonly string[] {
  // Colour codes go as a whole; `sanitize` would leave all but their first character.
  const lines = output
    .replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !FOREIGN_FRAME.test(line));
  const start = firstFailure(lines);
  const wanted = start === undefined ? lines.toReversed() : lines.slice(start);
  const told: string[] = [];
  let left = limits.chars;
  for (const line of wanted.slice(0, limits.lines)) {
    const printed = sanitize(line, { maxLength: Math.min(limits.chars, 300) });
    left -= printed.length + 1;
    if (left < 0) break;
    told.push(printed);
  }
  return start === undefined ? told.toReversed() : told;
}

/** The title of the first failure that has both; else the first cause. */
function firstFailure(lines: readonly string[]): number | undefined {
  let title: number | undefined;
  let cause: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (CAUSE.test(line)) {
      if (title !== undefined && index - title <= REACH) return title;
      cause ??= index;
    }
    if (TITLE.test(line)) title = index;
  }
  return cause;
}
