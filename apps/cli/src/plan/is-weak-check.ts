import { basename } from 'node:path';
import type { CommandCheck } from '@loopwright/core';

/** Programs that always pass, only look for a file, or only search a text. */
const WEAK = new Set(
  (
    'true : echo printf cd pwd sleep ls dir stat file cat head tail tee find which type ' +
    'grep egrep fgrep rg ag ack findstr'
  ).split(' '),
);

/** The last part alone gives the exit code, and always passes: `npm test || true`, `npm test | tail`. */
const ALWAYS_PASSES =
  /(?:(?:\|\||;|\n)\s*(?:true|:|exit 0|echo\b[^;&|]*|printf\b[^;&|]*)|(?<!pipefail.*)\|\s*(?:tail|head|cat|tee|wc)\b[^;&|]*)\s*;?\s*$/s;

/** `test -f x`, `[ -e x ]`, `[[ ! -d x ]]`: a question about one file. */
const EXISTENCE = /^(?:test|\[\[?) (?:! )?-[a-zA-Z] /;

/**
 * True for a check that says little about the work: it always passes, or only looks for a file or a text. Such a check
 * of the user doesn't let a loop work without check-ins.
 *
 * @example isWeakCheck('test -f done.txt'); // true
 */
export function isWeakCheck(command: CommandCheck['command']): boolean {
  if (typeof command !== 'string') return isWeakCall(command.join(' '));
  // Separators in quotes are text.
  const plain = command.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/gs, 'x');
  return ALWAYS_PASSES.test(plain) || plain.split(/&&|\|\||[;|&\n]/).every(isWeakCall);
}

/** The same for one call, with its variables (`CI=1`) and `!` in front. */
function isWeakCall(call: string): boolean {
  const words = call
    .trim()
    .replace(/^(?:(?:!|command|\w+=\S*)\s+)*/, '')
    .replaceAll(/\s+/g, ' ');
  const [program = '', first] = words.split(' ');
  if (EXISTENCE.test(words) || WEAK.has(basename(program)) || words === '') return true;
  return program === 'git' ? first === 'grep' : program === 'exit' && first === '0';
}
