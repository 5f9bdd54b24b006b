import { isHarmful, isUsable, wholeText } from './usable-script.ts';

/** The purpose of a check, which is also its name. */
export type CheckPurpose = 'tests' | 'lint' | 'types' | 'format' | 'build' | 'check';

/** A command that is meant as a check. */
export interface CheckCall {
  readonly purpose: CheckPurpose;
  /** What it calls, without arguments: two calls of one tool prove the same in two ways. */
  readonly tool: string;
  /** The words in the name of a task that tell it from others of its purpose. */
  readonly topic?: string;
}

/** What defines tasks by name. `file` takes the path of a script; `other` tasks have no known text. */
export type TaskKind = 'npm' | 'composer' | 'deno' | 'make' | 'just' | 'file' | 'other';

/** The shell text of a task in a folder: undefined without such a task, and empty if the text is unknown. */
export type TaskText = (kind: TaskKind, name: string, folder: string) => string | undefined;

/** The same, in one folder. */
type TextIn = (kind: TaskKind, name: string) => string | undefined;

/**
 * The programs that prove something, with the words that belong to it and the options without which it proves nothing.
 * `$`: nothing but options follows.
 */
const PROGRAMS: Readonly<Partial<Record<CheckPurpose, string>>> = {
  tests: `
    pytest, py.test, unittest, coverage run, manage.py test, trial, hatch test, rye test,
    jest, vitest, mocha, ava, tap, tape, uvu, wtr, playwright test, cypress run, node --test, bun test, deno test,
    phpunit, simple-phpunit, pest, paratest, behat, codecept run, artisan test,
    rspec, rails test, rake$, cucumber, minitest, bats, prove, busted,
    cargo test, cargo t, cargo nextest run, cargo hack test,
    go test, gotestsum, ginkgo, mix test, mix coveralls, gleam test, rebar3 eunit, rebar3 ct,
    dotnet test, swift test, zig build test, zig test, ctest, meson test,
    bazel test, sbt test, lein test, stack test, cabal test, dart test, flutter test, forge test
  `,
  lint: `
    eslint, oxlint, biome check, biome lint, biome ci, stylelint, xo, standard, ts-standard, knip, publint, attw,
    ruff check, flake8, pylint, codespell, pre-commit run, prek run, hatch check, rye lint, bandit, vulture, deptry,
    rubocop, standardrb, reek, phpcs, parallel-lint, composer validate, rector --dry-run,
    cargo clippy, cargo hack clippy, go vet, golangci-lint run, staticcheck, revive, mix credo,
    deno lint, dart analyze, flutter analyze, swiftlint, ktlint, detekt, typos,
    shellcheck, actionlint, yamllint, hadolint, markdownlint, markdownlint-cli2, djlint --check|--lint
  `,
  types: `
    tsc, vue-tsc, tsgo, tsd, mypy, pyright, basedpyright, ty check, pyrefly check, phpstan, psalm, deno check,
    svelte-check, astro check, mix dialyzer, steep check, srb tc
  `,
  format: `
    prettier --check|-c|--list-different|-l, oxfmt --check, dprint check, biome format, deno fmt --check,
    black --check, isort --check|--check-only|-c, ruff format --check|--diff, yapf --diff|-d, hatch fmt --check, rye fmt --check,
    cargo fmt --check, cargo-sort --check, cargo sort --check|-c, rustfmt --check, taplo fmt --check, taplo format --check,
    mix format --check-formatted, gleam format --check, zig fmt --check, stylua --check,
    dotnet format --verify-no-changes, csharpier check, swift format lint, swiftformat --lint,
    clang-format --dry-run|-n, shfmt -d|-l, dart format --set-exit-if-changed,
    php-cs-fixer check, php-cs-fixer fix --dry-run, pint --test, scalafmt --check|--test
  `,
  build: `
    cargo build, cargo check, cargo b, cargo c, cargo hack check, cargo hack build, go build, dotnet build, swift build,
    zig build, mix compile, gleam build, vite build, next build, nuxt build, astro build, rollup, webpack, tsup,
    tsdown, unbuild, stack build, cabal build, bazel build, meson compile, cmake --build
  `,
};

/** One program of the table: its words, and groups of options of which it needs one each. */
interface Program {
  readonly purpose: CheckPurpose;
  readonly name: string;
  readonly needs: readonly (readonly string[])[];
}

// `Object.entries` gives plain strings.
const KNOWN: readonly Program[] = (Object.entries(PROGRAMS) as [CheckPurpose, string][])
  .flatMap(([purpose, list]) =>
    list.split(',').map((entry): Program => {
      const words = entry.trim().split(/\s+/);
      const isOption = (word: string): boolean => word.startsWith('-');
      return {
        purpose,
        name: words.filter((word) => !isOption(word)).join(' '),
        needs: words.filter(isOption).map((word) => word.split('|')),
      };
    }),
  )
  // `zig build test` comes before `zig build`.
  .sort((one, other) => other.name.length - one.name.length || other.needs.length - one.needs.length);

/** A task without a known text isn't told from a program of its name. */
const PROGRAM_NAMES = new Set(KNOWN.map(({ name }) => name.split(' ', 1)[0] ?? ''));

/** How a program is started that belongs to the project. */
const WRAPPERS = `
  npx, npm exec, bunx, bun x, bun run, bun, pnpm exec, pnpm, yarn exec, yarn run, yarn, uv run, uv tool run, uvx, pipx run, poetry run,
  pdm run, pipenv run, rye run, hatch run, bundle exec, composer exec, dotnet tool run, dotnet, python3 -m, python -m,
  python3, python, php, ruby, node, tsx, bash, sh, perl, deno run, mise exec, mise x, xvfb-run, env, time, c8, nyc
`
  .trim()
  .split(/,\s+/)
  .map((words) => words.split(' '));

/** The folder of a program, as projects keep them: `vendor/bin/phpunit`, `./tools/phpstan`. */
const FOLDER = /^(?:\.\/)?(?:\.?\w[\w.-]*\/|node_modules\/\.bin\/)+(?=[\w.-]+$)/;

/** How each kind of task is called: by one or more names after the words that start it. */
const TASKS: readonly (readonly [TaskKind, RegExp])[] = [
  ['npm', /^yarn workspaces? (?:foreach run|\S+ run|run|\S+) (\S+)/],
  [
    'npm',
    /^(?:npm run(?:-script)? |npm (?=t(?:est)?(?: |$))|(?:pnpm|yarn|bun)(?: run)? (?!(?<!run )ci$))(\S+)/,
  ],
  ['composer', /^composer (?:run-script |run )?(\S+)/],
  ['deno', /^deno task (\S+)/],
  ['make', /^g?make(?: (.+))?$/],
  ['just', /^just (.+)/],
  ['other', /^(?:\.\/)?(?:gradlew?|mvnw?|rake|turbo(?: run)?|lerna run|nx(?: run-many| affected)?) (.+)/],
  [
    'other',
    /^(?:mise run|task|poe|poe run|hatch run|pdm run|poetry run|cargo xtask|cargo make|moon run) (\S+)/,
  ],
];

/** Options and words that call a task of another package. */
const WORKSPACE = /^(?:-r|-w|-F|-C|--recursive|--filter\b.*|--workspaces?\b.*|--prefix|--cwd|workspaces?)$/;

/** Options whose value is the next word. */
const VALUED = new Set(
  (
    '-C -F -f -p -P -j -w -x -pl -c --filter --workspace --dir --prefix --cwd --file --project --package --jobs --group --only-group ' +
    '--no-group --extra --with --python --directory --build --config --configuration --preset --test-dir --projects ' +
    '--activate-profiles --manifest-path --features --toolchain --tests'
  ).split(' '),
);

/** Words in the name of a task that changes files, ships, serves, or never ends. */
const NO_CHECK =
  /^(?:fix|write|autofix|update|upgrade|watch|dev|serve|server|start|preview|open|ui|deploy|publish|release|pages|docs?|javadoc|site|clean|install|uninstall|setup|init|generate|gen|bench|benchmarks?|perf\w*|docker|image|push|upload|connected|cross|wasm|graalvm|native|github|windows|android|ios|links?|commits?|changelog|changesets?|versions?|semver|audit|security|licen[cs]es?|deps|dependencies|\w*32|x86|arm\w*|aarch64|musl|apple|macos)$/;

/** Words in the name of a task by what it proves, the most telling first. */
const TASK_WORDS: readonly (readonly [CheckPurpose, RegExp])[] = [
  [
    'types',
    /^(?:types?|typecheck|typing|tsc|tsd|mypy|pyright|phpstan|psalm|stan|analy[sz]e|analysis|dialyzer)$/,
  ],
  [
    'lint',
    /^(?:lint|linter|linting|eslint|oxlint|stylelint|clippy|rubocop|standard|cs|phpcs|flake8|pep8|pycodestyle|ruff|pylint|vet|knip|detekt|ktlint|checkstyle\w*|credo|shellcheck|precommit)$/,
  ],
  [
    'tests',
    /^(?:tests?|testing|spec|specs|unit|units|unittests?|integration|e2e|pytest|jest|vitest|phpunit|pest|rspec|py\d*|pypy\d*)$/,
  ],
  ['build', /^(?:build|compile|assemble)$/],
];

/** Words for the form of files. A task of them rewrites files unless it checks. */
const FORMATS = /^(?:format|formatting|fmt|prettier|spotless|black|style)$/;

/** The first or last word of a task that checks something else, or everything. */
const CHECK_ALL = /^(?:ci|checks?|verify|validate|qa|quality)$/;

/** Words that tell no task from another one. */
const PLAIN =
  /^(?:run|ci|all|tests?|lint|checks?|verify|unit|units|spec|coverage|cov|format|formatting|fmt|prettier|style|type|app|src|(?:py(?:py)?)?\d+)$/;

/** Options that change files, never end, show only a help, or build for another machine. */
const REFUSED =
  /^(?:--?fix|--write|--watch|--watchAll|--update|--update-snapshots?|--auto-?correct(?:-all)?|--in-?place|--clean|--force|--basetemp|--ui|--open|--serve|--init|--help|--version|--collect-only|--list|--notest|--no-run|-Z)(?:$|=(?!false))/;

/** Short options that change files, unless they belong to a task runner or to Deno's permissions. */
const REFUSED_SHORT = /^-[wuaAi]$/;

/** Options that build for another machine, or with an old compiler. */
const OTHER_MACHINE = /^(?:--target|--swift-sdk|--sdk|--platform)\b|^\+\d/;

/** Variables that build for another machine. */
const CROSS = /^(?:GOOS|GOARCH|CARGO_BUILD_TARGET|CROSS_COMPILE|TARGET)=/;

/** A word of a simple command: no variable, redirection, pipe or substitution. `nproc` alone is harmless. */
const WORD = /&&|(?:[\w./:=@,+%~^!*?[\]{}#-]|\$\(nproc\)|"[^"`$\\]*"|'[^']*')+/g;

/** The one usual check that needs a substitution: gofmt itself always passes. */
const GOFMT = /^test -z "?\$\(gofmt (?:-\w )?-l [\w./ -]+\)"?$/;

/**
 * Reads a command that is meant as a check: calls of known programs, or of tasks whose names or texts say so, joined by
 * `&&`. Undefined for anything else. With the texts of a project's tasks, a task that is missing or harmful is none.
 *
 * @example checkCallOf('cd web && npx vitest run')?.purpose; // 'tests'
 */
export function checkCallOf(command: string, taskText: TaskText = () => ''): CheckCall | undefined {
  if (GOFMT.test(command)) return { purpose: 'format', tool: 'gofmt' };
  if (command.length > 1000 || command.replaceAll(WORD, '').trim() !== '' || isHarmful(command))
    return undefined;
  const calls: string[][] = [[]];
  for (const word of command.match(WORD) ?? []) {
    if (word === '&&') calls.push([]);
    else calls.at(-1)?.push(word.replaceAll(/^["']|["']$/g, ''));
  }
  const read: (CheckCall | undefined)[] = [];
  let folder = '';
  for (const words of calls) {
    const moved = folderOf(words);
    if (moved === undefined) read.push(readCall(words, (kind, name) => taskText(kind, name, folder)));
    else folder = `${folder}${moved}/`;
  }
  if (!read.every((call) => call !== undefined)) return undefined;
  const call = together(read);
  if (!call || folder === '') return call;
  return { ...call, tool: `${call.tool} ${folder}`, topic: folder.split('/').at(-2) ?? folder };
}

/** The folder of the project that a `cd` goes to. */
function folderOf(words: readonly string[]): string | undefined {
  const [program, folder = ''] = words;
  const isInside = /^\w/.test(folder) && !folder.includes('..');
  return program === 'cd' && words.length === 2 && isInside ? folder.replace(/\/$/, '') : undefined;
}

/** One call for several: a build only prepares the rest. */
function together(calls: readonly CheckCall[]): CheckCall | undefined {
  const proofs = calls.filter(({ purpose }) => purpose !== 'build');
  const [first = calls[0]] = proofs;
  if (!first) return undefined;
  return proofs.every(({ purpose }) => purpose === first.purpose) ? first : { ...first, purpose: 'check' };
}

/** Reads one call: a program of the table, else a task, else the call inside a wrapper. */
function readCall(words: readonly string[], textOf: TextIn): CheckCall | undefined {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (at < 0 || words.slice(0, at).some((word) => CROSS.test(word))) return undefined;
  const [first = '', ...rest] = words.slice(at);
  const name = first.replace(FOLDER, '').replace(/\.phar$/, '');
  // A script of the project may have the name of a program.
  const isProgram = PROGRAM_NAMES.has(name) && !textOf('file', first.replace(/^\.\//, ''));
  const call = [isProgram ? name : first, ...rest];
  const own =
    rest.includes('--') && !/^(?:cargo|uv|npx)$/.test(first) ? call.slice(0, call.indexOf('--')) : call;
  if (call.some((word) => REFUSED.test(word))) return undefined;
  const plain = withoutOptions(own).join(' ');
  const program = KNOWN.find(
    ({ name, needs }) =>
      (name.endsWith('$') ? `${plain}$` === name : `${plain} `.startsWith(`${name} `)) &&
      needs.every((group) =>
        group.some((option) => call.some((word) => `${word}=`.startsWith(`${option}=`))),
      ),
  );
  if (program)
    return isSafe(program, call)
      ? { purpose: program.purpose, tool: program.name.replace('$', '') }
      : undefined;
  return toxCall(call) ?? taskCall(own, plain, textOf) ?? wrapped(call, textOf) ?? fileCall(call, textOf);
}

/** False for options of the program that change files, or that build for another machine. */
function isSafe({ name }: Program, call: readonly string[]): boolean {
  const mayChange = !/^(?:deno|cmake|make)\b/.test(name) && call.some((word) => REFUSED_SHORT.test(word));
  return !mayChange && !call.some((word) => OTHER_MACHINE.test(word));
}

/** The words of a call without its options and their values. */
function withoutOptions(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, index) => !/^[-+]/.test(word) && (index === 0 || !VALUED.has(words[index - 1] ?? '')),
  );
}

/** The environments of tox and the sessions of nox are tasks; without one all of them run. */
function toxCall([program = '', ...words]: readonly string[]): CheckCall | undefined {
  if (program !== 'tox' && program !== 'nox') return undefined;
  const names = words.flatMap((word, index) =>
    /^-[esf]$|^--sessions?$/.test(words[index - 1] ?? '') ? word.split(',') : [],
  );
  if (names.length === 0) return { purpose: 'tests', tool: program };
  const calls = names.map((name) => named(program, name));
  return calls.every((call) => call !== undefined) ? together(calls) : undefined;
}

/** A call of tasks, if each of them proves something. */
function taskCall(call: readonly string[], plain: string, textOf: TextIn): CheckCall | undefined {
  const isElsewhere = call.some((word) => WORKSPACE.test(word));
  for (const [kind, pattern] of TASKS) {
    const match = pattern.exec(plain);
    if (!match) continue;
    const program = plain.split(' ', 1)[0] ?? '';
    const said = (match[1] ?? '').split(' ').filter((name) => !name.includes('='));
    const names = said.length > 1 ? said.filter((name) => name !== 'clean') : said.length === 1 ? said : [''];
    const calls = names.map((name) => taskOf(isElsewhere ? 'other' : kind, program, name, textOf));
    return calls.every((call) => call !== undefined) ? together(calls) : undefined;
  }
  return undefined;
}

/** A task by its name, else by its text. The default task of make has no name, and its text calls another one. */
function taskOf(kind: TaskKind, program: string, name: string, textOf: TextIn): CheckCall | undefined {
  const text = textOf(kind, name);
  if (text === undefined) return undefined;
  const tool = `${program} ${name}`.trim();
  const mayBeProgram = WRAPPERS.some(([first]) => first === program) && PROGRAM_NAMES.has(name);
  if (text === '') return mayBeProgram ? undefined : conventional(program, name);
  if (!isUsable(wholeText(name, (one) => textOf(kind, one)))) return undefined;
  const call = name === '' ? undefined : named(program, name);
  if ((call && call.purpose !== 'check') || wordsOf(name).some((word) => NO_CHECK.test(word))) return call;
  const told = textCall(name, text, textOf);
  return told ? { purpose: told.purpose, tool } : call && conventional(program, name);
}

/** A task by its name alone. By convention `make check` runs the tests, and `make` builds. */
function conventional(program: string, name: string): CheckCall | undefined {
  if (program !== 'make' || !/^(?:check)?$/.test(name)) return named(program, name);
  return { purpose: name === '' ? 'build' : 'tests', tool: `make ${name}`.trim() };
}

/** What the text of a task proves, where its name does not say it. */
function textCall(name: string, text: string, textOf: TextIn): CheckCall | undefined {
  // Tasks inside count by their names: their texts have been looked at.
  const inner: TaskText = (kind, one) => (one === name || textOf(kind, one) === undefined ? undefined : '');
  const lines = text.split(/\n|&&/, 200).map((line) => line.replace(/^[\s@-]+/, ''));
  return together(lines.flatMap((line) => checkCallOf(line, inner) ?? []));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_:./]+/)
    .filter((word) => word !== '');
}

/** The purpose of a task by its name alone. */
function named(program: string, name: string): CheckCall | undefined {
  const words = wordsOf(name);
  const purpose = purposeOf(words, program);
  if (purpose === undefined) return undefined;
  const own = TASK_WORDS.find(([one]) => one === purpose)?.[1];
  const topic = words.filter((word) => !own?.test(word) && !PLAIN.test(word)).join('-');
  // The versions of a matrix are one tool.
  const tool = `${program} ${name.replace(/(?:^|[-_])(?:py(?:py)?)?\d[\d.]*$/, '')}`.trim();
  return { purpose, tool, ...(topic !== '' && { topic }) };
}

/** The purpose that the words of a name tell. */
function purposeOf(words: readonly string[], program: string): CheckPurpose | undefined {
  const [first = ''] = words;
  const isAlone = words.length === 1;
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  if (
    isAlone &&
    ((first === 'all' && program !== '') || (/mvnw?$/.test(program) && /^(?:package|install)$/.test(first)))
  )
    return 'build';
  // Their build makes a package.
  if (has(NO_CHECK) || (has(/^build$/) && /^(?:rake|tox|nox)$/.test(program))) return undefined;
  if (/^(?:type-check|check-types?)$/.test(words.join('-'))) return 'types';
  if (has(FORMATS) && !has(/^lint/)) return has(/^(?:check|test|verify)/) ? 'format' : undefined;
  const purpose = TASK_WORDS.find(([, pattern]) => has(pattern))?.[0];
  if (purpose !== undefined) return purpose;
  return CHECK_ALL.test(first) || CHECK_ALL.test(words.at(-1) ?? '') ? 'check' : undefined;
}

/** The call that a wrapper starts. */
function wrapped(call: readonly string[], textOf: TextIn): CheckCall | undefined {
  const wrapper = WRAPPERS.find((words) => words.every((word, index) => call[index] === word));
  if (!wrapper) return undefined;
  let rest = call.slice(wrapper.length);
  while (rest[0]?.startsWith('-')) rest = rest.slice(VALUED.has(rest[0]) ? 2 : 1);
  // A script with the name of a program hides it.
  const isHidden = Boolean(textOf('npm', rest[0] ?? ''));
  return rest.length === 0 || isHidden ? undefined : readCall(rest, textOf);
}

/** A script of the project, by the name of the file, or of its folder. */
function fileCall(words: readonly string[], textOf: TextIn): CheckCall | undefined {
  const path = words[0] ?? '';
  if (!/^[\w.][\w./-]*(?<!\.(?:ps1|bat|cmd))$/.test(path) || path.includes('..') || !/\/|\.\w+$/.test(path))
    return undefined;
  const [file = '', folder = ''] = path
    .replace(/^\.\/|\.\w+$/g, '')
    .split('/')
    .reverse();
  const text = textOf('file', path.replace(/^\.\//, ''))?.replaceAll(/^\s*#.*$/gm, '');
  if (text === undefined || (text !== '' && !isUsable(text))) return undefined;
  const name = /^tests?$/.test(folder) ? `${folder}-${file}` : file;
  const call = named('', file) ?? named('', name);
  if (call && (call.purpose !== 'check' || call.topic === undefined)) return { ...call, tool: path };
  if (wordsOf(file).some((word) => NO_CHECK.test(word))) return undefined;
  const told = textCall(path, text, textOf);
  return told && { purpose: told.purpose, tool: path };
}
