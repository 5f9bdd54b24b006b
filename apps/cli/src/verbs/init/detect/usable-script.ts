import { isHarmful } from './is-harmful.ts';

/** Scripts or targets by name: a shell text each, or a list of them. */
export type Scripts = Readonly<Record<string, unknown>>;

/** What `npm init` writes: no test at all. */
const PLACEHOLDER = /no test specified/;
/** A script that never ends. */
const WATCHES = /(?:^|\s)(?:--watch(?:All)?(?!=false)\b|-w\b|watch\b|nodemon\b)/;

/** True for a script that is there, ends by itself, and runs nothing harmful, also not in the scripts that it calls. */
export function isUsableScript(name: string, scripts: Scripts): boolean {
  const text = wholeScript(name, scripts);
  return text.trim() !== '' && !PLACEHOLDER.test(text) && !WATCHES.test(text) && !isHarmful(text);
}

/**
 * All that a script runs, as one text: its own body and, by name, the scripts that it calls or that run around it.
 */
function wholeScript(name: string, scripts: Scripts): string {
  const seen = new Set<string>();
  const texts: string[] = [];
  const open = [name];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const body = Object.hasOwn(scripts, one) ? textOf(scripts[one]) : '';
    if (seen.has(one) || body === '') continue;
    seen.add(one);
    texts.push(body);
    open.push(`pre${one}`, `post${one}`, ...body.split(/[\s"'`;&|()@]+/));
  }
  return texts.join('\n');
}

/** A script is a text; composer takes a list of texts, too. */
function textOf(script: unknown): string {
  if (Array.isArray(script)) return script.filter((line) => typeof line === 'string').join('\n');
  return typeof script === 'string' ? script : '';
}
