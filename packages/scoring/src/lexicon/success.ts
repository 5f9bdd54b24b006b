import { lexicon, phrases } from './phrases.ts';

/** Tools whose name alone stands for a check, in any language. */
const tools = `
  jest | vitest | mocha | cypress | playwright | pytest | rspec | junit | phpunit | phpstan | psalm |
  eslint | oxlint | biome | prettier | tsc | mypy | pyright | ruff | flake8 | pylint | black | clippy |
  rustfmt | golangci-lint | golangci | govet | go vet | go test | cargo test | npm test | npm run * |
  pnpm test | yarn test | make test | make check | rubocop | brakeman | sorbet | detekt | ktlint |
  spotbugs | checkstyle | swiftlint | xctest | espresso | detox | selenium | webdriver | storybook |
  chromatic | percy | lighthouse | axe | k6 | gatling | jmeter | locust | semgrep | snyk | trivy | sonar |
  sonarqube | bandit | npm audit | codeql | valgrind | asan | tsan | ubsan | sanitizer* | shellcheck |
  hadolint | terraform plan | terraform validate | helm lint | tflint | ctest | gtest | bats | miri | e2e |
  ci | qa | stylelint | cucumber | behat | gherkin | karma | jasmine | dialyzer | credo | pre-commit | tox |
  nox | unittest | unittests | htmlhint | vale | markdownlint | knip | typecheck | lint | linter | linting |
  smoke test* | gradle check | mvn verify | mvn test | dotnet test | swift test | flutter test |
  flutter analyze | dart analyze
`;

/** Words for things that can pass or fail. */
export const checkNouns = lexicon({
  en: ` comparison | comparisons | ${tools} | test | tests | testing | spec | specs | test-suite | testsuite | suite | suites |
    type-check* | typechecker |  build | builds | compiler | compilation | pipeline | pipelines |
    workflow run | workflows | actions run | audit | scan | scanner | snapshot | snapshots | benchmark |
    benchmarks | bench | load run | smoke run | smoke | dry run | dry-run | eval script | eval |  coverage | scenarios | static analysis | analyzer | analyser | fuzz* | soak * | manual * |
    manually | by hand | walkthrough | walk-through | run-through | screenshot* | golden file* | checksum* |
    health check | healthcheck | regression * | regressions |  spot-check* |
    spot check* | sanity check | nightly * |  integration run | headless run | replay |
    doctest* | link checker | link check | format check | formatter | validator | schema validation |
    reconciliation | ci job* | test job* | e2e run |  checks | preflight | parity run | 
    sample run | test scene
  `,
  de: `
    ${tools} | test | tests | *tests | *test | testsuite | *suite | testlauf | *build | typprüfung |
    typcheck | pipeline | statische analyse | codeanalyse | manuell* | abnahmetest* | sichtprüfung |
    benchmark* | *prüfung | probelauf | testfälle | lasttest*
  `,
  fr: `
    ${tools} | test | tests | suite | build | compilation | vérification des types | pipeline |
    analyse statique | test manuel | vérification manuelle | recette | benchmark* | couverture | scénarios |
    tests de charge | vérification*
  `,
  es: `
    ${tools} | test | tests | prueba | pruebas | suite | build | compilación | comprobación de tipos |
    comprobación* | pipeline | análisis estático | verificación manual | prueba manual | a mano |
    benchmark* | cobertura | compila
  `,
  pt: `
    ${tools} | teste | testes | test | tests | suíte | suite | build | compilação | checagem de tipos |
    verificação de tipos | pipeline | análise estática | teste manual | manualmente | na mão | benchmark* |
    cobertura | compila
  `,
  it: `
    ${tools} | test | tests | suite | build | compilazione | controllo dei tipi | controllo tipi |
    type check | pipeline | analisi statica | verifica manuale | prova manuale | a mano | benchmark* |
    copertura | compila
  `,
  nl: `
    ${tools} | test | tests | *tests | *test | testsuite | *suite | build | typecontrole | type-check |
    pipeline | statische analyse | handmatig* | benchmark* | dekking | testen
  `,
  pl: `
    ${tools} | test | testy | testów | testu | zestaw | build | kompilacja | kompiluje | sprawdzanie typów |
    kontrola typów | potok | pipeline | analiza statyczna | ręcznie | ręczn* | benchmark* | pokrycie |
    lintera | linter
  `,
  ru: `
    ${tools} | тест | тесты | тестов | тестами | тестом | *-тесты | автотест* | юнит-тест* | сборка |
    сборку | линтер* | проверка типов | проверку типов | пайплайн* | статический анализ |
    статическ* анализ* | вручную | ручн* проверк* | ручн* тест* | бенчмарк* | покрытие | прогон*
  `,
  zh: `
    单元测试 | 集成测试 | 端到端测试 | 回归测试 | 冒烟测试 | 性能测试 | 压力测试 | 压测 | 手动测试 | 手工测试 | 人工测试 | 人工验证 | 手动验证 | 静态检查 | 类型检查 |
    代码检查 | 编译 | 构建 | 流水线 | 测试用例 | 测试 | 覆盖率 | lint | eslint | ci | tsc | jest | vitest | pytest | cypress |
    playwright | e2e | mypy | ruff | junit | go vet | clippy | phpunit | 校验脚本
  `,
  ja: `
    ユニットテスト | 単体テスト | 結合テスト | 統合テスト | 回帰テスト | リグレッションテスト | e2e テスト | e2eテスト | 負荷テスト | 手動テスト | 手動確認 | 目視確認 |
    動作確認 | 型チェック | 静的解析 | ビルド | リンター | リント | スナップショット | カバレッジ | ベンチマーク | テスト | パイプライン | lint | eslint | ci |
    tsc | jest | vitest | rspec | rubocop | pytest | cypress | playwright | e2e | mypy | ruff | phpunit |
    phpstan | clippy
  `,
  ko: `
    단위 테스트 | 유닛 테스트 | 통합 테스트 | 회귀 테스트 | e2e 테스트 | 부하 테스트 | 수동 테스트 | 수동 확인 | 직접 확인 | 타입 체크 | 타입 검사 | 정적 분석 |
    빌드 | 린트 | 린터 | 스냅샷 | 커버리지 | 벤치마크 | 테스트 | 파이프라인 | lint | eslint | ci | tsc | jest | vitest | pytest |
    cypress | playwright | e2e | mypy | ruff | junit | ktlint | detekt
  `,
});

/** Says that a check is expected to come out well. */
export const passing = lexicon({
  en: ` get worse | gets worse | no worse | not worse | become worse | no differences | no difference | no diff | pass | passes | passing | passed | green | clean | cleanly | succeed* | success | successful* | exit 0 |
    exits 0 | exit code 0 | exits with 0 | exit zero | exit with 0 | exit status 0 | ok | okay | fine |
    run through | runs through | go through | goes through | without errors | without error |
    without complaint* | without failure* | without warnings | no errors | no failures | no findings |
    no warnings | no complaints | zero warnings | zero errors | zero failures | hold | holds | happy |
    work | works | still run | still runs | not break | didn't break | doesn't break | don't break |
    not broken | isn't broken | unbroken | not fail | doesn't fail | don't fail | come back | come out |
    comes back | comes out | compiles | compile | agree* | error-free | on the green | all good |
    unchanged | stays the same | not complain | doesn't complain |   no regressions |
    check out | validates |  identical | match | matches | in order | is satisfied |
    satisfied | behave* |    intact
  `,
  de: `
    grün | durchlaufen | läuft durch | laufen durch | bestehen | bestanden | besteht | erfolgreich |
    fehlerfrei | ohne fehler | ohne warnungen | sauber | passen | funktionieren | funktioniert | laufen |
    läuft | durchgehen | keine fehler | ok | okay | klappen | nicht kaputt
  `,
  fr: `
    passent | passe | passer | passant | vert | verts | verte | vertes | réussi* | réussir | sans erreur* |
    sans échec | succès | au vert | propre* | fonctionn* | ok | aucune erreur | ne cass* | valid*
  `,
  es: `
    pasar | pasa | pasan | pase | pasen | pasando | verde | en verde | sin errores | sin fallos | éxito |
    limpi* | correctamente | funcion* | ok | no fall* | sin advertencias | superar | supere* | bien |
    no se rompa
  `,
  pt: `
    passar | passa | passam | passando | passe | passem | verde | verdes | sem erro* | sem falha* |
    sucesso | limp* | funcion* | ok | sem aviso* | quebrou | não quebr* | rodar | roda | rode | verdinh* |
    sem warning*
  `,
  it: `
    passare | passa | passano | passino | verde | verdi | senza errori | senza avvisi | successo | pulit* |
    superat* | superare | funzion* | ok | andare a buon fine | buon fine | girare
  `,
  nl: `
    slagen | slaagt | geslaagd | groen | zonder fouten | zonder waarschuwingen | foutloos | schoon |
    werken | werkt | doorlopen | ok | oké | goed gaan | passeren | draaien | geen fouten
  `,
  pl: `
    przechodz* | przejść | przejdą | przechodziły | zielon* | bez błędów | bez ostrzeżeń | zaliczon* |
    czyst* | powodzeniem | sukcesem | pomyślnie | działa* | ok | na zielono | nie może zgłaszać
  `,
  ru: `
    проходят | проходит | проходить | пройти | прошли | проходили | прошёл | прошел | зелен* | зелён* |
    без ошибок | без предупреждений | успешн* | чист* | работа* | не падают | не падал* | не сломал* | ок |
    не ругал* | не ругается | собираться | собирается | молчит | молчать
  `,
  zh: `
    通过 | 全绿 | 变绿 | 成功 | 无错误 | 没有错误 | 不报错 | 无报错 | 没有报错 | 跑通 | 跑过 | 正常 | 绿 | 不能挂 | 零警告 | 无警告 | 没问题 | 全过 | 要过 |
    无误
  `,
  ja: `
    通る | 通って | 通ること | 通ら | 通過 | 通す | パス | 成功 | グリーン | エラーなし | エラーが出ない | エラーがない | 警告なし | 緑 | 落ちない | 問題ない |
    問題なし | 合格 | 壊れていない | 通れば | 通したい | 通り
  `,
  ko: `통과 | 성공 | 초록 | 녹색 | 그린 | 에러 없이 | 오류 없이 | 오류가 없 | 깨지지 | 문제 없 | 문제없 | 경고 없 | 정상`,
});

/** Says that a check is to be run, written or looked at. */
export const demanding = lexicon({
  en: ` look at | judged by | judge | measured by | rely on | must | should | shall | need to | needs to | has to | have to | verify | verified | check that |
    make sure | ensure | confirm | confirmed | run | runs | rerun | covered by | cover | covers | covering |
    covered | add | write | with a | plus | include | prove | show | shows | at least | reviewed |
    automated | validate | validated | double-check | want | with tests | accompanied | backed by | do a |
    then | at the end
  `,
  de: `
    muss | müssen | soll | sollen | sollte | prüf* | abdeck* | schreib* | ergänz* | ausführen | lauf |
    lass | mit test | dazu | abgedeckt | nachweis*
  `,
  fr: `doit | doivent | vérifi* | ajout* | écri* | couvr* | couvert* | lance* | prévoi* | avec`,
  es: `
    debe | deben | tiene que | tienen que | comprueb* | verific* | añad* | agreg* | escrib* | cubr* |
    cubiert* | ejecut* | con un | hay que | que lo cubra
  `,
  pt: `
    deve | devem | precisa | precisam | tem que | têm que | verific* | adicion* | escrev* | cobr* |
    cobert* | execut* | roda | com um | pra ver | inclu*
  `,
  it: `
    deve | devono | verific* | aggiung* | scriv* | copr* | copert* | esegu* | con un | lancia | controll*
  `,
  nl: `
    moet | moeten | controleer* | voeg | schrijf | dek* | gedekt | draai | met een | verifieer | graag
  `,
  pl: `
    musi | muszą | powinny | powinien | powinna | sprawdź | dodaj | dopisz | napisz | pokry* | uruchom |
    mają | ma | zweryfik*
  `,
  ru: `
    должен | должна | должны | должно | проверь | проверить | добавь* | добавить | напиши | написать |
    покры* | запусти | прогони | нужен | нужны | нужно | надо | обязательн*
  `,
  zh: `必须 | 需要 | 要 | 应 | 加上 | 添加 | 补充 | 覆盖 | 运行 | 跑 | 验证 | 确认 | 写 | 确保 | 保证 | 补`,
  ja: `すること | こと | 必要 | 追加 | 書い | 確認 | 実行 | カバー | ください | べき | 必ず | してほしい | お願い`,
  ko: `해야 | 주세요 | 추가 | 작성 | 확인 | 실행 | 필요 | 돌려 | 해 줘 | 해줘 | 검증 | 커버`,
});

/** Says that the check is not required, or only reports on it. */
export const waived = lexicon({
  en: ` skip the | skip tests | skip testing | skip all | skip any | no need | not needed | not necessary | not required | don't need | do not need | don't bother |
    don't care | do not care | doesn't matter | don't worry | do not bother | never mind | nevermind |  ignore | without tests | without any tests | no tests | no test | there are no | there's no |
    there is no | there are none | forget about | forget the | doesn't have to | don't have to |
    do not have to | needn't | not worried | optional | whether or not | leave the tests |
    not interested in | are red | is red | are failing | is failing | are broken | is broken |
    keep failing | keeps failing | fail because | fails because | failed | have been failing | was green |
    were green | already pass* | currently | right now | at the moment | even though | although |
    didn't catch | passed when | used to | not part of | won't need | no qa | no ci | we have no |
    we don't have | used to pass | test env | test environment | test data | test user | test account |
    test server | tests take | test takes
  `,
  de: `
    keine tests | ohne tests | nicht nötig | nicht notwendig | brauche keine | braucht keine |
    brauchst keine | brauchen keine | nicht erforderlich | sind rot | ist rot | schlagen fehl |
    schlägt fehl | egal | derzeit | aktuell | testumgebung | testdaten | verzichte*
  `,
  fr: `
    pas de test | pas de tests | pas besoin | sans tests | sans test | inutile | peu importe | échouent |
    sont rouges | actuellement | ignore
  `,
  es: `
    no hace falta | no hacen falta | sin tests | sin pruebas | no necesito | no es necesario | da igual |
    fallan | están en rojo | actualmente | no hay tests | no hay pruebas | ignora
  `,
  pt: `
    não precisa | não precisam | sem testes | não é necessário | tanto faz | estão falhando |
    estão quebrados | atualmente | não há testes | não tem testes | ignora*
  `,
  it: `
    non serve | non servono | senza test | non è necessario | non importa | falliscono | sono rossi |
    attualmente | non ci sono test | ignora
  `,
  nl: `
    geen tests | niet nodig | zonder tests | hoeft niet | hoeven niet | maakt niet uit | falen | zijn rood |
    momenteel
  `,
  pl: `
    nie trzeba | bez testów | nie potrzeb* | nie są potrzebne | nie musi | nie muszą | obojętnie |
    są czerwone | obecnie | nie ma testów
  `,
  ru: `
    не нужны | не нужно | не надо | без тестов | не обязательн* | неважно | не важно | падают и | красные |
    сейчас | тестов нет | нет тестов | тесты не
  `,
  zh: `不需要测试 | 不用测试 | 无需测试 | 不用写测试 | 不用管测试 | 没有测试 | 目前 | 跳过测试 | 不需要写 | 测试环境`,
  ja: `テストは不要 | テスト不要 | テストはいら | テストがない | テストはない | 現在 | テスト環境 | テストは気にし`,
  ko: `테스트는 필요 | 테스트 없이 | 테스트가 없 | 현재 | 테스트 환경 | 테스트는 안`,
});

/** "The nightly run is clean": a run or report is a check when the sentence mentions its result. */
export const cleanRun =
  /\b(?:run|job|script|report|output|scan|import|export|checklist)\b[^.!?\n]{0,30}?\b(?:clean|green|ok|okay|fine|without (?:errors|findings|warnings)|no differences)\b/iu;

/** "Previews have to be OK": a demand on the result of anything. */
export const mustBeFine =
  /\b(?:must|has to|have to|needs? to|should) (?:all |both |still )?(?:be (?:ok|okay|green|clean|in order|happy|satisfied|identical)|match|pass|succeed)(?=[.,;:!)]|$|\s(?:at|on|when|before|after|again|and)\b)/iu;

/** English words that turn their subject into a check. */
export const surelyPassing =
  /\b(?:pass(?:es|ing)?(?!\s(?:the|a|an|it|in|through|on|to|this|that|along|as|by|over|them|their|data|\uFFFC)\b)|(?:is|are|be|stay|stays|come|comes|come back|come out|remain|remains) (?:all )?(?:green|clean)|succeeds?|match(?:es)?|no regressions|no (?:new )?errors)(?=[\s.,;:!?)]|$)/iu;

/** The check itself is the work: better, faster or more tests are an outcome, not a proof. */
export const testsAreTheWork =
  /\b(?:coverage|flaky|flakes|flakiness|slow tests|faster tests|(?:speed up|improve|increase|raise|extend|more|better|write|fix|reduce|rewrite|refactor|clean up|migrate|stabili[sz]e|port|build|create|set up|split|parallelize|add) (?:the |our |more |all |some |better |up |a |missing ){0,4}(?:\w{1,20} )?(?:tests?|specs?|test suite|suite|ci|pipeline|build|builds|build times?|benchmarks?))\b/iu;

/** Between two checks; without one of these, two words name the same check. */
export const separators = phrases({
  en: `
    and | plus | as well as | n | also | then | both | or | nor | along with | together with | but | while
  `,
  de: `und | sowie | plus | außerdem | noch | als auch | dann | oder`,
  fr: `et | ainsi que | puis | ou | plus`,
  es: `y | e | además | así como | más | o | ni`,
  pt: `e | além | mais | assim como | ou`,
  it: `e | ed | nonché | più | inoltre | o | oltre`,
  nl: `en | alsook | plus | evenals | of | ook`,
  pl: `i | oraz | a także | plus | lub`,
  ru: `и | а также | плюс | или | да`,
  zh: `和 | 与 | 以及 | 及 | 并且 | 还有 | 、 | , | ; | 都 | 也`,
  ja: `と | および | 及び | 、 | や | かつ | も`,
  ko: `와 | 과 | 및 | 그리고 | 하고 | 도 | 랑`,
});

/** The start of a shell command. */
export const command =
  /^(?:\$ |> )?(?:sudo )?(?:[A-Z_]{2,20}=\S{1,40} )?(?:npm|pnpm|yarn|npx|bunx?|node|deno|make|just|task|cargo|go|pytest|python3?|py|uv|poetry|tox|nox|hatch|mvn|\.\/mvnw|gradle|\.\/gradlew|gradlew|sbt|dotnet|rake|rails|bundle|rspec|rubocop|phpunit|phpstan|composer|php|vendor\/bin\S{0,80}|bin\/\S{1,80}|mix|swift|xcodebuild|flutter|dart|tsc|vue-tsc|vitest|jest|mocha|eslint|oxlint|biome|prettier|stylelint|ruff|mypy|pyright|black|flake8|pylint|clippy|golangci-lint|shellcheck|terraform|tofu|ansible\S{0,80}|helm|kubectl|docker|docker-compose|k6|wrk|hyperfine|bats|ctest|cmake|ninja|meson|zig|stack|cabal|lein|nix|bazel|turbo|nx|playwright|cypress|semgrep|snyk|trivy|lighthouse|lhci|godot\S{0,80}|airflow|dbt|curl|diff|grep|rg|psql|sqlite3|bash|sh|zsh|perl|Rscript|julia|knip|ng|svelte-check|vite|storybook|karma|ava|tap|c8|nyc|git|adb|gcloud|aws|forge|hardhat|anchor|west|pio|idf\.py|act|pre-commit|luacheck|busted|stylua|hlint|elm-test|crystal|nim|ocaml|dune|opam|swiftlint|fastlane|detekt|ktlint|actionlint|yamllint|markdownlint|sqlfluff|buf|protoc|valgrind|test)(?:\s|$)/u;

/** A script or test file that can be run. */
export const runnable =
  /(?:^|[/_.-])(?:tests?|specs?|checks?|verify|bench\w{0,20}|e2e|smoke)(?:[/_.:-]|$)|\.(?:sh|bats|feature|tscn)$/iu;
