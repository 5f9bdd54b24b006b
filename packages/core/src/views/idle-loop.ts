import { type IdleLoop, frontMatter } from '../model/view-files.ts';
import { parseAs, type Parsed, wrong } from './json.ts';

const FIELDS = ['active', 'mode', 'iteration', 'max_iterations'];

/** Reads `.claude/idle-loop.local.md`. Only its first front matter counts; missing fields take defaults. Never throws. */
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
  const parsed = parseAs(frontMatter, {
    mode: fields.get('mode') ?? 'loop',
    iteration: toNumber(fields.get('iteration')) ?? 0,
    max_iterations: toNumber(fields.get('max_iterations')) ?? 10,
  });
  if (!parsed.ok) return parsed;
  return {
    ok: true,
    value: {
      ...parsed.value,
      active: (fields.get('active') ?? 'true') === 'true',
      extras: [...fields].filter(([key]) => !FIELDS.includes(key)),
      prompt: lines.slice(end + 1).join('\n'),
    },
  };
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
