import { countProblem, describe, type Parsed, type Problem, wrong } from './json.ts';
import { MODES, type Mode } from '../model/vocabulary.ts';

/** The fallback file of seed 004, `.claude/idle-loop.local.md`: front matter, then the prompt. */
export interface IdleLoop {
  readonly active: boolean;
  readonly mode: Mode;
  readonly iteration: number;
  readonly max_iterations: number;
  /** Front-matter lines that we don't know, as they came. */
  readonly extras: readonly (readonly [key: string, value: string])[];
  readonly prompt: string;
}

/**
 * Reads `.claude/idle-loop.local.md`. Only the front matter between the first two `---` lines counts, so
 * a prompt that contains such lines says nothing. Missing fields take their defaults. Never throws.
 */
export function parseIdleLoop(text: string): Parsed<IdleLoop> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0] !== '---') return wrong('', 'does not begin with front matter');
  const end = lines.indexOf('---', 1);
  if (end < 0) return wrong('', 'has no end of its front matter');
  const fields = new Map<string, string>();
  for (const line of lines.slice(1, end)) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim(), unquote(line.slice(colon + 1).trim()));
  }
  const iteration = toNumber(fields.get('iteration'), 0);
  const max = toNumber(fields.get('max_iterations'), 10);
  const mode = fields.get('mode') ?? 'loop';
  const problems: Problem[] = [
    countProblem('iteration', iteration),
    countProblem('max_iterations', max),
    isMode(mode)
      ? undefined
      : { field: 'mode', reason: `expected one of ${MODES.join(', ')}, got ${describe(mode)}` },
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0 || !isMode(mode)) return { ok: false, problems };
  const extras = [...fields].filter(
    ([key]) => !['active', 'mode', 'iteration', 'max_iterations'].includes(key),
  );
  return {
    ok: true,
    value: {
      active: (fields.get('active') ?? 'true') === 'true',
      mode,
      iteration: Number(iteration),
      max_iterations: Number(max),
      extras,
      prompt: lines.slice(end + 1).join('\n'),
    },
  };
}

/** Writes the file back as `parseIdleLoop` reads it. */
export function formatIdleLoop({
  active,
  mode,
  iteration,
  max_iterations,
  extras,
  prompt,
}: IdleLoop): string {
  const known = [
    `active: ${active}`,
    `mode: ${mode}`,
    `iteration: ${iteration}`,
    `max_iterations: ${max_iterations}`,
  ];
  const others = extras.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ['---', ...known, ...others, '---', prompt].join('\n');
}

function isMode(text: string): text is Mode {
  return (MODES as readonly string[]).includes(text);
}

/** Digits are a number; everything else stays text, for the problem that names it. */
function toNumber(text: string | undefined, fallback: number): unknown {
  if (text === undefined || text === '' || text === 'null') return fallback;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function unquote(text: string): string {
  if (text.length >= 2 && text.startsWith('"') && text.endsWith('"')) {
    try {
      // What begins and ends with quotes can be nothing else.
      return JSON.parse(text) as string;
    } catch {
      return text.slice(1, -1);
    }
  }
  return text.length >= 2 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : text;
}
