import type { ProjectFiles, Proposal, ProposalName } from './project-files.ts';

/** The words that tell the purpose of a command in CI. */
const WORDS: readonly (readonly [ProposalName, RegExp])[] = [
  ['tests', /\b(?:tests?|pytest|phpunit|rspec|jest|vitest)\b/],
  ['lint', /\b(?:lint|eslint|rubocop|flake8|ruff check|clippy)\b/],
  ['types', /\b(?:typecheck|type-check|tsc|mypy|pyright|phpstan)\b/],
  ['format', /\b(?:format|fmt|prettier)\b.*--check|\b(?:format|fmt):check\b/],
  ['build', /\bbuild\b/],
];

/** Commands that prepare, publish or report. None of them proves anything. */
const NO_CHECK =
  /\bnpm ci\b|\b(?:install|sync|add|publish|deploy|push|upload|login|release|docker|curl|wget|sudo|apt|apt-get|brew|echo|export|cd|git|codecov|coveralls)\b/;

/** Only plain commands: expressions of CI, variables and redirections mean something there alone. */
const PLAIN = /^[A-Za-z0-9_./-][\w ./:=@,+-]*$/;

/** Proposes commands that CI runs. They include checks that no manifest names. */
export function detectWorkflows({ texts }: ProjectFiles): readonly Proposal[] {
  const found = new Map<ProposalName, Proposal>();
  for (const [from, text] of texts) {
    if (!/\.ya?ml$/.test(from)) continue;
    for (const command of commandsOf(text)) {
      if (!PLAIN.test(command) || NO_CHECK.test(command)) continue;
      const name = WORDS.find(([, words]) => words.test(command))?.[0];
      if (name && !found.has(name)) found.set(name, { name, command, timeout: '10m', from });
    }
  }
  return [...found.values()];
}

/** The commands of `run:` and `script:`, in one line or as a block, in the order of the file. */
function commandsOf(text: string): readonly string[] {
  const commands: string[] = [];
  let blockIndent = -1;
  for (const line of text.split(/\r?\n/)) {
    const indent = line.length - line.trimStart().length;
    if (blockIndent >= 0 && line.trim() !== '') {
      if (indent > blockIndent) {
        commands.push(unquoted(line.trim().replace(/^- /, '')));
        continue;
      }
      blockIndent = -1;
    }
    const [, value] = /^\s*(?:- )?(?:run|script|before_script):\s*(.*)$/.exec(line) ?? [];
    if (value === undefined) continue;
    if (/^[|>]?[+-]?$/.test(value.trim())) blockIndent = indent + (line.trimStart().startsWith('- ') ? 2 : 0);
    else commands.push(unquoted(value.trim()));
  }
  return commands.filter((command) => command !== '' && command.length < 500);
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2').trim();
}
