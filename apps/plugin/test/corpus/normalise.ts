const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b[0-9a-f]{64}\b/g, '<hash 64>'],
  [/\b[0-9a-f]{40}\b/g, '<hash 40>'],
  [/\b[0-9a-f]{32}\b/g, '<hash 32>'],
  [/\b[0-9a-f]{16}\b/g, '<hash 16>'],
  [/"fingerprint": ?"[^"]*"/g, '"fingerprint": "<tree>"'],
  [/-[0-9a-f]{12}\b/g, '-<hash 12>'],
  [/\b[0-9a-f]{8}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?\b/g, '<time>'],
  [/\b\d\d:\d\d:\d\d\b/g, '<time>'],
  [/\buntil (?:\S+ )?\d\d:\d\d\b/g, 'until <time>'],
  [/\b\d{4}-\d\d-\d\d(?=(?:, (?:<span class="zone">)?| \()UTC)/g, '<day>'],
  [/\b1[6-9]\d{11}\b/g, '<ms>'],
  [/"(durationMs|duration_ms|silentMs)": ?\d+/g, '"$1": "<ms>"'],
  [/"minutes": \d+(?:\.\d+)?/g, '"minutes": "<minutes>"'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, '<duration>'],
  [/<duration> {2,}/g, '<duration>  '],
  [/<duration>, \d+ %/g, '<duration>, <share>'],
  [/\b(x|width)="\d+(?:\.\d+)?"/g, '$1="<length>"'],
  [/(?:&lt; )?\b\d+ %(?=<\/td>|,|">)/g, '<share>'],
  [/(<dd class="mono">)[\w:-]*[0-9a-f]{10,}(?=<\/dd>)/g, '$1<tree>'],
  [/\bv?\d+\.\d+\.\d+\b/g, '<version>'],
];

/** Replaces what differs from run to run (paths, ids, times, hashes, versions) by a name in angle brackets. */
export function normalise(text: string, home: string): string {
  let normal = text.replaceAll(`${home}/project`, '<project>').replaceAll(home, '<home>');
  for (const [pattern, name] of RULES) normal = normal.replaceAll(pattern, name);
  // A page carries its own style and script: they are code and not an answer.
  return normal.replaceAll(/<(style|script)\b[^>]*>.*?<\/\1>/gs, '<$1>…</$1>');
}
