import { phrases } from './phrases.ts';

/** Tools and other things that can pass or fail. */
export const checkNouns = phrases(`
  jest | vitest | mocha | cypress | playwright | pytest | rspec | junit | phpunit | phpstan | psalm |
  eslint | oxlint | biome | prettier | tsc | mypy | pyright | ruff | flake8 | pylint | black | clippy |
  rustfmt | golangci | go vet | govet | npm run * | make check | rubocop | brakeman | sorbet | detekt |
  ktlint | spotbugs | checkstyle | swiftlint | xctest | espresso | detox | selenium | webdriver |
  storybook | chromatic | percy | lighthouse | axe | k6 | gatling | jmeter | locust | semgrep | snyk |
  trivy | sonar | sonarqube | bandit | codeql | valgrind | asan | tsan | ubsan | sanitizer* | shellcheck |
  hadolint | terraform [plan/validate] | tflint | ctest | gtest | bats | miri | e2e | ci | qa | stylelint |
  cucumber | behat | gherkin | karma | jasmine | dialyzer | credo | pre-commit | tox | nox | unittest(s) |
  htmlhint | vale | markdownlint | knip | lint* | gradle check | mvn verify | [flutter/dart] analyze |
  test(s) | testing | spec(s) | suite(s) | testsuite | type-check* | build(s) | compiler | compilation |
  pipeline(s) | workflows | audit | scan | scanner | snapshot(s) | benchmark(s) | bench | smoke |
  [dry/load/integration/headless/parity/sample/workflow/actions] run | eval | coverage | scenarios |
  static analysis | analy[s/z]er | fuzz* | soak * | manual * | manually | by hand | [walk/run]-through |
  screenshot* | golden file* | checksum* | regressions | nightly | replay | doctest* | comparison(s) |
  health-check* | [sanity/spot/link/format] check* | link checker | formatter | validator |
  schema validation | reconciliation | ci job* | checks | preflight
`);

/** Says that a check is expected to come out well. */
export const passing = phrases(`
  [get/gets/become/no/not] worse |
  no [difference(s)/diff/errors/failures/findings/warnings/complaints/regressions] | pass | passes |
  passing | passed | green | clean | cleanly | succeed* | success | successful* | [exit/exits] [0/zero] |
  [exit/exits] with 0 | exit [code/status] 0 | ok | okay | fine | good | [run/runs/go/goes] through |
  without [error(s)/complaint*/failure*/warnings] | zero [warnings/errors/failures] | hold(s) | happy |
  work(s) | still run(s) | [not/didn't/doesn't/don't] break | [not/isn't] broken | unbroken |
  [not/doesn't/don't] fail | [come/comes] [back/out] | compile(s) | agree* | error-free | unchanged |
  stays the same | [not/doesn't] complain | check out | validates | identical | match | matches | in order |
  satisfied | behave* | intact
`);

/** Says that a check is to be run, written or looked at. */
export const demanding = phrases(`
  look at | [judged/measured/backed] by | judge | rely on | must | should | shall |
  [need/needs/has/have] to | verif[y/ied] | check that | make sure | ensure | confirm* | run | rerun |
  cover(s) | cover[ing/ed] | add | write | with [a/tests] | plus | include | prove | show(s) |
  at [least/the end] | reviewed | automated | validate | validated | double-check | want | accompanied |
  do a | then
`);

/** Says that a check is not required, or only reports on it. */
export const waived = phrases(`
  skip [the/tests/testing/all/any] | no need |
  not [needed/necessary/required/worried/interested in/part of] |
  [don't/do not/won't] [need/bother/care/worry] | doesn't matter | never-mind | ignore |
  without [/any ]tests | no test(s) | there are [no/none] | [there's/there is] no | forget [about/the] |
  [doesn't/don't/do not] have to | needn't | optional | whether or not | leave the tests |
  [are/is] [red/failing/broken] | [keep/keeps] failing | [fail/fails] because | failed | have been failing |
  [was/were] green | already pass* | currently | right now | at the moment | even though | although |
  didn't catch | passed when | used to | no [qa/ci] | we have no | we don't have |
  test [env/environment/data/user/account/server] | tests take | test takes
`);

/** Between two checks; without one of these, two words name the same check. */
export const separators =
  /[,;+&/|]|\s[-–—]\s|.{60}|\b(?:and|plus|as well as|n|also|then|both|or|nor|along with|together with|but|while)\b/giu;

/** The check itself is the work: better, faster or more tests are an outcome, not a proof. */
export const testsAreTheWork =
  /\b(?:coverage|flaky|flakes|flakiness|slow tests|faster tests|(?:speed up|improve|increase|raise|extend|more|better|adding|write|fix|reduce|rewrite|refactor|clean up|migrate|stabili[sz]e|port|build|create|set up|split|parallelize|add) (?:the |our |more |all |some |better |up |a |missing ){0,4}(?:[\w-]{1,20} )?(?:tests?|specs?|test suite|suite|ci|pipeline|build|builds|build times?|benchmarks?))\b/giu;

/** The start of a shell command. */
export const command =
  /^(?:\$ |> )?(?:sudo )?(?:[A-Z_]{2,20}=\S{1,40} )?(?:npm|pnpm|yarn|npx|bunx?|node|deno|make|just|task|cargo|go|pytest|python3?|py|uv|poetry|tox|nox|hatch|mvn|\.\/mvnw|gradle|\.\/gradlew|gradlew|sbt|dotnet|rake|rails|bundle|rspec|rubocop|phpunit|phpstan|composer|php|vendor\/bin\S{0,80}|bin\/\S{1,80}|mix|swift|xcodebuild|flutter|dart|tsc|vue-tsc|vitest|jest|mocha|eslint|oxlint|biome|prettier|stylelint|ruff|mypy|pyright|black|flake8|pylint|clippy|golangci-lint|shellcheck|terraform|tofu|ansible\S{0,80}|helm|kubectl|docker|docker-compose|k6|wrk|hyperfine|bats|ctest|cmake|ninja|meson|zig|stack|cabal|lein|nix|bazel|turbo|nx|playwright|cypress|semgrep|snyk|trivy|lighthouse|lhci|godot\S{0,80}|airflow|dbt|curl|diff|grep|rg|psql|sqlite3|bash|sh|zsh|perl|Rscript|julia|knip|ng|svelte-check|vite|storybook|karma|ava|tap|c8|nyc|git|adb|gcloud|aws|forge|hardhat|anchor|west|pio|idf\.py|act|pre-commit|luacheck|busted|stylua|hlint|elm-test|crystal|nim|ocaml|dune|opam|swiftlint|fastlane|detekt|ktlint|actionlint|yamllint|markdownlint|sqlfluff|buf|protoc|valgrind|test)(?:\s|$)/gu;

/** A script or test file that can be run. */
export const runnable =
  /(?:^|[/_.-])(?:tests?|specs?|checks?|verify|bench\w{0,20}|e2e|smoke)(?:[/_.:-]|$)|\.(?:sh|bats|feature|tscn)$/giu;

/** A check whatever its subject is: "previews have to be OK", "the simulation passes". */
export const surelyFine: readonly RegExp[] = [
  /\b(?:must|has to|have to|needs? to|should) (?:all |both |still )?(?:be (?:ok|okay|green|clean|in order|happy|satisfied|identical)|match|pass|succeed)(?=[.,;:!)]|$|\s(?:at|on|when|before|after|again|and)\b)/giu,
  /\b(?:pass(?:es)?|green|succeeds?)(?=[.,;!)]|$|\s(?:and|at|on|when|before|after|again)\b)/giu,
];

/** Begins a part of a sentence that is no subject. */
export const notASubject =
  /^(?:on|in|at|after|when|if|before|once|for|with|also|finally|then|please|pls|again|afterwards|but|so|because|since|while|until|make sure|ensure|is|are|was|were|be|has|have|covers|that|which|who|to|it|i|we|you|this|don't|do|can|could|by|as|of)\b/giu;
