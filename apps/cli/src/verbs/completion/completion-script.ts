import type { Flag } from '../../flags/flag.ts';
import { globalFlags } from '../../flags/global-flags.ts';
import { verbs } from '../verbs.ts';
import type { Verb } from '../verb.ts';

/** The shells that completion is written for. */
export type Shell = 'bash' | 'zsh' | 'fish';

const entries: readonly (readonly [string, Verb])[] = Object.entries(verbs);

/** Writes the completion script of a shell from the table of verbs. */
export function completionScript(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return zsh();
    case 'fish':
      return fish();
  }
}

function flagsOf(verb: Verb): readonly Flag[] {
  return [...verb.flags, ...globalFlags];
}

/** The words that can follow a verb: its actions, or the verbs after `help`. */
function wordsOf(name: string, verb: Verb): readonly string[] {
  return name === 'help' ? entries.map(([one]) => one) : (verb.actions ?? []);
}

function bash(): string {
  const cases = entries.map(([name, verb]) => {
    const choices = [...wordsOf(name, verb), ...flagsOf(verb).map((flag) => `--${flag.name}`)];
    return `    ${name}) choices='${choices.join(' ')}' ;;`;
  });
  const values = valueFlags().map(([flag, choices]) => `    --${flag}) choices='${choices.join(' ')}' ;;`);
  return `# Completion of loop for bash: source <(loop completion bash)
_loop() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} choices=''
  case $before in
${values.join('\n')}
    --spec-file|--project) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [ -z "$choices" ]; then
    if [ "$COMP_CWORD" -eq 1 ]; then
      choices='${entries.map(([name]) => name).join(' ')}'
    else
      case \${COMP_WORDS[1]} in
    ${cases.join('\n    ').trim()}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _loop loop
`.trimEnd();
}

function zsh(): string {
  const names = entries.map(([name, { summary }]) => `    '${name}:${quoted(summary)}'`);
  const cases = entries.map(([name, verb]) => {
    const words = wordsOf(name, verb);
    const flags = flagsOf(verb).map((flag) => `'--${flag.name}${zshValue(flag)}'`);
    const first = words.length > 0 ? [`'1:word:(${words.join(' ')})'`] : [];
    return `    ${name}) _arguments ${[...flags, ...first, "'*:file:_files'"].join(' ')} ;;`;
  });
  return `#compdef loop
# Completion of loop for zsh: source <(loop completion zsh)
_loop() {
  local -a verbs
  verbs=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'verb' verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${cases.join('\n')}
  esac
}
compdef _loop loop`;
}

function zshValue(flag: Flag): string {
  const { kind, value, summary } = flag;
  const values = choicesOf(flag);
  const text = `[${quoted(summary).replaceAll(/[[\]]/g, '')}]`;
  if (kind === 'switch') return text;
  return `${text}:${quoted(value ?? 'value').replaceAll(/[:"]/g, '')}:${values ? `(${values.join(' ')})` : ''}`;
}

function fish(): string {
  const lines = entries.flatMap(([name, verb]) => {
    const seen = `-n '__fish_seen_subcommand_from ${name}'`;
    const words = wordsOf(name, verb);
    return [
      `complete -c loop -f -n __fish_use_subcommand -a ${name} -d '${quoted(verb.summary)}'`,
      ...(words.length > 0 ? [`complete -c loop -f ${seen} -a '${words.join(' ')}'`] : []),
      ...verb.flags.map((flag) => `complete -c loop ${seen} ${fishFlag(flag)}`),
    ];
  });
  const common = globalFlags.map((flag) => `complete -c loop ${fishFlag(flag)}`);
  return [
    '# Completion of loop for fish: loop completion fish > ~/.config/fish/completions/loop.fish',
    ...lines,
    ...common,
  ].join('\n');
}

function fishFlag(flag: Flag): string {
  const { name, kind, summary } = flag;
  const values = choicesOf(flag);
  const value = kind === 'switch' ? '' : values ? ` -x -a '${values.join(' ')}'` : ' -r';
  return `-l ${name}${value} -d '${quoted(summary)}'`;
}

/** The values of a flag as a shell can offer them: the first word is enough for each. */
function choicesOf({ values }: Flag): readonly string[] | undefined {
  return values?.map((value) => value.split(' ', 1)[0] ?? value);
}

/** The flags that take one of a few values. */
function valueFlags(): (readonly [string, readonly string[]])[] {
  const all = entries.flatMap(([, verb]) => verb.flags);
  return [
    ...new Map(all.flatMap((flag) => (flag.values ? [[flag.name, choicesOf(flag) ?? []] as const] : []))),
  ];
}

/** Safe inside single quotes in all three shells. */
function quoted(text: string): string {
  return text.replaceAll("'", '').replaceAll(':', ' -');
}
