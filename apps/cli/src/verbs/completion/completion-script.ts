import { type Flag, globalFlags } from '@loopwright/core/flags';
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

/** Prints the names that exist in this project, one a line. */
function asking(names: NonNullable<Flag['names']>): string {
  return `loop list --only ${names} 2>/dev/null`;
}

// Names of criteria may hold anything, and `compgen -W` would expand them, so bash compares them itself.
function bash(): string {
  const cases = entries.map(([name, verb]) => {
    const choices = [...wordsOf(name, verb), ...flagsOf(verb).map((flag) => `--${flag.name}`)];
    return `    ${name}) choices='${choices.join(' ')}'${verb.names ? ` names=${verb.names}` : ''} ;;`;
  });
  const named = globalFlags.flatMap((flag: Flag) =>
    flag.names ? [`    --${flag.name}) names=${flag.names} ;;`] : [],
  );
  const values = valueFlags().map(([flag, choices]) => `    --${flag}) choices='${choices.join(' ')}' ;;`);
  return `# Completion of loop for bash: source <(loop completion bash)
_loop() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} choices='' names='' one
  case $before in
${[...values, ...named].join('\n')}
    --spec-file|--project) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [ -z "$choices$names" ]; then
    if [ "$COMP_CWORD" -eq 1 ]; then
      choices='${entries.map(([name]) => name).join(' ')}'
    else
      case \${COMP_WORDS[1]} in
    ${cases.join('\n    ').trim()}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
  if [ -n "$names" ]; then
    while IFS= read -r one; do
      if [[ $one == "$word"* ]]; then COMPREPLY+=("$(printf '%q' "$one")"); fi
    done < <(loop list --only "$names" 2>/dev/null)
  fi
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
    const rest = verb.names ? `'*:name:${zshNames(verb.names)}'` : "'*:file:_files'";
    return `    ${name}) _arguments ${[...flags, ...first, rest].join(' ')} ;;`;
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

function zshNames(names: NonNullable<Flag['names']>): string {
  return `{compadd -- \${(f)"$(${asking(names)})"}}`;
}

function zshValue(flag: Flag): string {
  const { kind, value, summary, names } = flag;
  const values = choicesOf(flag);
  const text = `[${quoted(summary).replaceAll(/[[\]]/g, '')}]`;
  if (kind === 'switch' || kind === 'name') return text;
  const offered = names ? zshNames(names) : values ? `(${values.join(' ')})` : '';
  return `${text}:${quoted(value ?? 'value').replaceAll(/[:"]/g, '')}:${offered}`;
}

function fish(): string {
  const lines = entries.flatMap(([name, verb]) => {
    const seen = `-n '__fish_seen_subcommand_from ${name}'`;
    const words = wordsOf(name, verb);
    return [
      `complete -c loop -f -n __fish_use_subcommand -a ${name} -d '${quoted(verb.summary)}'`,
      ...(words.length > 0 ? [`complete -c loop -f ${seen} -a '${words.join(' ')}'`] : []),
      ...(verb.names ? [`complete -c loop -f ${seen} -a '(${asking(verb.names)})'`] : []),
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
  const { name, kind, summary, names } = flag;
  const values = names ? [`(${asking(names)})`] : choicesOf(flag);
  const value = kind === 'switch' || kind === 'name' ? '' : values ? ` -x -a '${values.join(' ')}'` : ' -r';
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
