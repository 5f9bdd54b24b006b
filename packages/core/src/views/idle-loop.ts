import { MODES, type Mode } from '../model/vocabulary.ts';
import { aCount, type Expectation, having, oneOf, orElse, parseAs } from './expect.ts';
import { type Parsed, wrong } from './json.ts';

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

const expectedLoop = (): Expectation =>
  having({
    iteration: orElse(aCount, 0),
    max_iterations: orElse(aCount, 10),
    mode: orElse(oneOf(MODES), 'loop'),
  });
const FIELDS = ['active', 'mode', 'iteration', 'max_iterations'];

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
  return parseAs(expectedLoop(), {
    active: (fields.get('active') ?? 'true') === 'true',
    mode: fields.get('mode'),
    iteration: toNumber(fields.get('iteration')),
    max_iterations: toNumber(fields.get('max_iterations')),
    extras: [...fields].filter(([key]) => !FIELDS.includes(key)),
    prompt: lines.slice(end + 1).join('\n'),
  });
}

/** Digits are a number; everything else stays text, for the problem that names it. */
function toNumber(text: string | undefined): unknown {
  if (text === '' || text === 'null' || text === undefined) return undefined;
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
