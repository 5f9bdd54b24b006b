import { basename } from 'node:path';
import type { CommandCheck } from '@loopwright/core';
import type { TaskText } from '../checks/check-call.ts';
import { PLACEHOLDER } from '../checks/usable-script.ts';

type Command = CommandCheck['command'];

const PASSES = 'always passes';
const LOOKS = 'only looks for a file';
const SEARCHES = 'only searches a text';

/** From the least to the most telling. */
const KINDS = [PASSES, LOOKS, SEARCHES];

/** Programs that say little about the work, by what they do. */
const WEAK = new Map(
  [
    [PASSES, 'true : echo printf cd pwd sleep'],
    [LOOKS, 'ls dir stat file cat head tail tee find which type'],
    [SEARCHES, 'grep egrep fgrep rg ag ack findstr'],
  ].flatMap(([kind = '', programs = '']) => programs.split(' ').map((program) => [program, kind] as const)),
);

/** The last part alone gives the exit code, and always passes: `npm test || true`, `npm test | tail`. */
const ALWAYS_PASSES =
  /(?:(?:\|\||;|\n)\s*(?:true|:|exit 0|echo\b[^;&|]*|printf\b[^;&|]*)|(?<!pipefail.*)\|\s*(?:tail|head|cat|tee|wc)\b[^;&|]*)\s*;?\s*$/s;

/** `test -f x`, `[ -e x ]`, `[[ ! -d x ]]`: a question about one file. */
const EXISTENCE = /^(?:test|\[\[?) (?:! )?-[a-zA-Z] /;

/** A script of package.json. */
const SCRIPT = /^(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?([\w:.-]+)/;

/** Options without which a test runner would run tests. */
const RUNS_NO_TEST = /\s(?:--collect-only|--no-run|--listTests|-DskipTests|-Dmaven\.test\.skip)\b/;

/**
 * Says why a check tells little about the work: it always passes, only looks for a file or a text, or runs no test.
 * Undefined for any other check.
 *
 * @example weaknessOf('test -f done.txt'); // 'only looks for a file'
 */
export function weaknessOf(command: Command, taskText: TaskText = () => ''): string | undefined {
  const text = typeof command === 'string' ? command : command.join(' ');
  const script = taskText('npm', SCRIPT.exec(text)?.[1] ?? '', '') ?? '';
  const both = `${text}\n${script}`;
  if (PLACEHOLDER.test(script) || RUNS_NO_TEST.test(both)) return 'runs no test';
  const kind = kindOf(command) ?? (script.trim() === '' ? undefined : kindOf(script));
  return kind ?? (/\s--pass-?with-?no-?tests\b/i.test(both) ? 'also passes without any test' : undefined);
}

/** True for a check that always passes, or only looks for a file or a text. It doesn't let a loop work without check-ins. */
export function isWeakCheck(command: Command): boolean {
  return kindOf(command) !== undefined;
}

/** What a weak check does; undefined if a part of it does more. */
function kindOf(command: Command): string | undefined {
  if (typeof command !== 'string') return kindOfCall(command.join(' '));
  // Separators in quotes are text.
  const plain = command.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/gs, 'x');
  if (ALWAYS_PASSES.test(plain)) return PASSES;
  const kinds = plain.split(/&&|\|\||[;|&\n]/).map(kindOfCall);
  return kinds.includes(undefined) ? undefined : KINDS.findLast((kind) => kinds.includes(kind));
}

/** The same for one call, with its variables (`CI=1`) and `!` in front. */
function kindOfCall(call: string): string | undefined {
  const words = call
    .trim()
    .replace(/^(?:(?:!|command|\w+=\S*)\s+)*/, '')
    .replaceAll(/\s+/g, ' ');
  const [program = '', first] = words.split(' ');
  if (words === '' || (program === 'exit' && first === '0')) return PASSES;
  if (EXISTENCE.test(words)) return LOOKS;
  if (program === 'git' && first === 'grep') return SEARCHES;
  return WEAK.get(basename(program));
}
