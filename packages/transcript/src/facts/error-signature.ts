/** How much of a long error is used: this much of its beginning and of its end. */
const MAX_READ = 2_048;
const MAX_LABEL = 120;

/** Parts of an error that differ from run to run, and their replacements. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  // eslint-disable-next-line no-control-regex -- matches colour codes
  [/\u001b\[[0-9;]{0,20}[A-Za-z]/g, ''],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b0x[0-9a-f]{1,64}\b/gi, '<address>'],
  [/(?:\/private)?\/(?:tmp|var\/folders|var\/tmp|dev\/shm)(?:\/[\w.@%+-]{1,255}){1,16}/g, '<temp>'],
  [/[a-z]:\\[^\s"']{0,200}\\temp(?:\\[\w.@%+-]{1,255}){1,16}/gi, '<temp>'],
  [
    /(?<![\w.])\d{1,9}(?:\.\d{1,9})? ?(?:ns|µs|us|ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?)\b/g,
    '<duration>',
  ],
  [/\b(line|column|col|ln|row|pid|process|port)([ :=#]{1,3})\d{1,9}/gi, '$1$2<n>'],
  [/([\w)\]>]):\d{1,9}(?::\d{1,9})?(?![\w.])/g, '$1:<n>'],
  [/\(\d{1,9},\s?\d{1,9}\)/g, '(<n>)'],
  [/\b[0-9a-f]{12,64}\b/gi, '<hash>'],
  [/[ \t]{1,4096}/g, ' '],
];

/**
 * A short text that is the same for the same error: line numbers, durations, times, addresses, process ids and
 * the parts of paths that are made up for one run don't count. It begins with the
 * error's first line that is more than an exit code.
 */
export function errorSignature(error: string): string {
  const read = error.slice(0, MAX_READ) + error.slice(Math.max(MAX_READ, error.length - MAX_READ));
  const same = VARIABLES.reduce((text, [pattern, stand]) => text.replace(pattern, stand), read)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // The exit code alone doesn't name the error.
  const label = same.find((line) => !/^Exit code \d+$/.test(line)) ?? same[0] ?? 'error';
  return `${label.slice(0, MAX_LABEL)} #${hash(same.join('\n'))}`;
}

/** FNV-1a over the characters, twice with different seeds: an identifier, not a secure digest. */
function hash(text: string): string {
  return fnv(text, 0x811c9dc5) + fnv(text, 0x050c5d1f);
}

function fnv(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
