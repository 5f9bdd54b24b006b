# Completion of loop for bash: source <(loop completion bash)
_loop() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} choices='' names='' one
  case $before in
    --shape) choices='tool tool-review colleague' ;;
    --mode) choices='loop issue grind' ;;
    --commit) choices='each end none' ;;
    --progress) choices='auto plain none' ;;
    --permission-mode) choices='acceptEdits auto bypassPermissions default dontAsk plan' ;;
    --only) choices='ids criteria' ;;
    --format) choices='html md svg json' ;;
    --basis) choices='execution observation measurement assumption' ;;
    --as) choices='fix follow-up accept' ;;
    --kind) choices='failure discovery decision constraint' ;;
    --dialect) choices='auto context block ok exit-code' ;;
    --run) names=ids ;;
    --spec-file|--project) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [ -z "$choices$names" ]; then
    if [ "$COMP_CWORD" -eq 1 ]; then
      choices='start run fleet push pop status list watch next explain log replay report verify criterion signal approve review gate score step task wave stage panel recall learn pause continue cancel init config statusline hook doctor completion help'
    else
      case ${COMP_WORDS[1]} in
    start) choices='--spec-file --criteria --check --judge --steps --iterations --budget --tokens --minutes --folder --paths --timeout --judge-model --judge-rounds --shape --mode --ttl --guard --guard-strict --score --force --workflow --fresh --json --session --run --project --no-color --help' ;;
        run) choices='--spec-file --criteria --check --judge --steps --iterations --budget --tokens --minutes --folder --paths --timeout --judge-model --judge-rounds --shape --mode --ttl --guard --guard-strict --score --force --resume --take-over --trust-config --worktree --base --commit --with-changes --pr --specs --jobs --retry --iteration-timeout --max-wait --progress --artifacts --claude --model --permission-mode --plugin --json --session --run --project --no-color --help' ;;
        fleet) choices='init add work status report retry cancel drain --fleet --budget --from --repo --base --check --trust-config --iterations --key --needs --priority --account --pr --slots --fresh --until-empty --watch --port --open --force --claude --model --permission-mode --plugin --json --session --run --project --no-color --help' ;;
        push) choices='--spec-file --criteria --check --judge --steps --iterations --budget --tokens --minutes --folder --paths --timeout --judge-model --judge-rounds --shape --mode --json --session --run --project --no-color --help' ;;
        pop) choices='--reason --json --session --run --project --no-color --help' ;;
        status) choices='--json --session --run --project --no-color --help' ;;
        list) choices='--all --only --json --session --run --project --no-color --help' ;;
        watch) choices='--all --fleet --json --session --run --project --no-color --help' ;;
        next) choices='--json --session --run --project --no-color --help' ;;
        explain) choices='--json --session --run --project --no-color --help' ;;
        log) choices='--limit --json --session --run --project --no-color --help' ;;
        replay) choices='--json --session --run --project --no-color --help' ;;
        report) choices='--format --out --force --url --open --watch --port --json --session --run --project --no-color --help' names=ids ;;
        verify) choices='--jobs --timeout --json --session --run --project --no-color --help' names=criteria ;;
        criterion) choices='tick untick add remove list --basis --note --check --judge --folder --paths --timeout --judge-model --judge-rounds --reason --json --session --run --project --no-color --help' names=criteria ;;
        signal) choices='done undo --json --session --run --project --no-color --help' ;;
        approve) choices='--json --session --run --project --no-color --help' ;;
        review) choices='show thorough settle --wave --score --reviewer --looked --finding --blockers --resolved --as --reason --json --session --run --project --no-color --help' ;;
        gate) choices='--confidence --risk --alternative --reversibility --points --unreviewed --json --session --run --project --no-color --help' ;;
        score) choices='--spec-file --familiarity --json --session --run --project --no-color --help' ;;
        step) choices='done undo add remove list --json --session --run --project --no-color --help' ;;
        task) choices='list show add change claim release verify complete fail remove --description --active-form --blocked-by --verify --paths --id --owner --lease --basis --note --reason --json --session --run --project --no-color --help' ;;
        wave) choices='show begin finish --json --session --run --project --no-color --help' ;;
        stage) choices='next intent shape decompose executing review complete --spec --spec-file --score --fit --familiarity --shape --question --recalled --force --json --session --run --project --no-color --help' ;;
        panel) choices='--answer --json --session --run --project --no-color --help' ;;
        recall) choices='--json --session --run --project --no-color --help' ;;
        learn) choices='--kind --confidence --scope --json --session --run --project --no-color --help' ;;
        pause) choices='--reason --json --session --run --project --no-color --help' ;;
        continue) choices='--iterations --budget --tokens --minutes --shape --take-over --json --session --run --project --no-color --help' ;;
        cancel) choices='--reason --json --session --run --project --no-color --help' ;;
        init) choices='--yes --dry-run --force --json --session --run --project --no-color --help' ;;
        config) choices='show agree --json --session --run --project --no-color --help' ;;
        statusline) choices='--install --remove --json --session --run --project --no-color --help' ;;
        hook) choices='--dialect --really --json --session --run --project --no-color --help' ;;
        doctor) choices='--json --session --run --project --no-color --help' ;;
        completion) choices='bash zsh fish --json --session --run --project --no-color --help' ;;
        help) choices='start run fleet push pop status list watch next explain log replay report verify criterion signal approve review gate score step task wave stage panel recall learn pause continue cancel init config statusline hook doctor completion help --json --session --run --project --no-color --help' ;;
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
