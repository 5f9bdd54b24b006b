#compdef loop
# Completion of loop for zsh: source <(loop completion zsh)
_loop() {
  local -a verbs
  verbs=(
    'start:Start a loop that ends when the work is proved done'
    'status:Show what is proved, what is missing, what it cost, and what comes next'
    'next:Say what to do next'
    'step:Tick off steps, and plan more of them'
    'criterion:Tick criteria that have no check, and add or remove criteria'
    'verify:Run the checks and record what they prove'
    'signal:Say that the work is done, or take it back'
    'push:Put an inner loop on top; the outer one waits'
    'pop:Take the inner loop off; the outer one goes on'
    'pause:Let the session go; the loop can be continued'
    'continue:Go on with a paused loop, or take over one of another session'
    'cancel:End the loop; everything it recorded stays'
    'explain:Show rule by rule why the last stop was let go or not'
    'log:Show what happened, newest last'
    'replay:Decide a recorded run again and show where this version differs'
    'score:Score how clear a spec is, and say what would make it clearer'
    'doctor:Check node, the plugin, permissions and the client, and say how to fix each'
    'completion:Print a completion script for a shell'
    'help:Show what there is, or all about one verb'
  )
  if (( CURRENT == 2 )); then
    _describe 'verb' verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
    start) _arguments '--spec-file[Read the spec from a file]:FILE:' '--criteria[What must be true at the end]:A; B:' '--check[A criterion that a command proves]:NAME=COMMAND:' '--steps[What will be done, in order]:A; B:' '--iterations[Most iterations (10, at most 50)]:N|unlimited:' '--budget[Most dollars (25, at most 100)]:USD|none:' '--minutes[Most minutes]:N|none:' '--tokens[Most tokens]:N|none:' '--paths[What the checks depend on, with commas]:PATHS:' '--timeout[How long a check may run - 90s, 10m, 1h]:TIME:' '--shape[How closely you are asked (default - by the score)]:SHAPE:(tool tool-review colleague)' '--mode[What kind of loop it is]:MODE:(loop issue grind)' '--ttl[Silence after which the loop is stale (2h)]:TIME:' '--force[Start although the spec is unclear]' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    status) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    next) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    step) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '1:word:(done undo add remove list)' '*:file:_files' ;;
    criterion) _arguments '--basis[How you know (default - observation)]:BASIS:(execution observation measurement assumption)' '--note[What you saw]:TEXT:' '--check[With add - the command that proves it]:COMMAND:' '--paths[What the checks depend on, with commas]:PATHS:' '--timeout[How long a check may run - 90s, 10m, 1h]:TIME:' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '1:word:(tick untick add remove list)' '*:file:_files' ;;
    verify) _arguments '--jobs[Checks that run at once (1)]:N:' '--timeout[How long a check may run (10m)]:TIME:' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    signal) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '1:word:(done undo)' '*:file:_files' ;;
    push) _arguments '--spec-file[Read the spec from a file]:FILE:' '--criteria[What must be true at the end]:A; B:' '--check[A criterion that a command proves]:NAME=COMMAND:' '--steps[What will be done, in order]:A; B:' '--iterations[Most iterations (10, at most 50)]:N|unlimited:' '--budget[Most dollars (25, at most 100)]:USD|none:' '--minutes[Most minutes]:N|none:' '--tokens[Most tokens]:N|none:' '--paths[What the checks depend on, with commas]:PATHS:' '--timeout[How long a check may run - 90s, 10m, 1h]:TIME:' '--shape[How closely you are asked (default - by the score)]:SHAPE:(tool tool-review colleague)' '--mode[What kind of loop it is]:MODE:(loop issue grind)' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    pop) _arguments '--reason[Why, for the record]:TEXT:' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    pause) _arguments '--reason[Why, for the record]:TEXT:' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    continue) _arguments '--budget[Dollars to add]:USD|none:' '--iterations[Iterations to add]:N|unlimited:' '--minutes[Minutes to add]:N|none:' '--tokens[Tokens to add]:N|none:' '--shape[How closely you are asked (default - by the score)]:SHAPE:(tool tool-review colleague)' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    cancel) _arguments '--reason[Why, for the record]:TEXT:' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    explain) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    log) _arguments '--limit[How many records (20; 0 for all)]:N:' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    replay) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    score) _arguments '--spec-file[Read the spec from a file]:FILE:' '--familiarity[How well the domain is known]:0-10:' '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    doctor) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '*:file:_files' ;;
    completion) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '1:word:(bash zsh fish)' '*:file:_files' ;;
    help) _arguments '--json[Answer in JSON]' '--session[The Claude session (default - $CLAUDE_CODE_SESSION_ID)]:ID:' '--run[The run, by the beginning of its id]:ID:' '--project[The project (default - found from here upward)]:DIR:' '--no-color[No colour, as with NO_COLOR]' '--help[Show this help]' '1:word:(start status next step criterion verify signal push pop pause continue cancel explain log replay score doctor completion help)' '*:file:_files' ;;
  esac
}
compdef _loop loop
