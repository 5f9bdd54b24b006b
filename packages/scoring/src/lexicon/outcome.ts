import { lexicon } from './phrases.ts';

/** Names a quality or a capability, so that two readers would look in the same direction. */
export const direction = lexicon({
  en: ` sizes | more tests | better tests | missing tests | more coverage | footprints | takes ages | sharper | tighter | shorter | richer | stronger | lighter | leaner | brighter | larger | bigger | higher | deeper | wider | easier | clearer | quieter | earlier | sooner | finer | steadier | crisper | snappier | tougher | slimmer | thinner | experience | takes too long | takes forever | takes ages | too long | too big | too heavy | too many | too much | fast | faster | fastest | quick | quicker | quickly | slow | slower | slowness | speed | speedup |
    sluggish | laggy | lag | lags | janky | jank | performance | performant | perf | latency | throughput |
    memory | ram | cpu | battery | disk | storage | footprint | smaller | size | cost | costs | cheaper |
    expensive | bill | secure | security | securely | harden* | vulnerab* | safe | safer | safety |
    encrypt* | reliab* | unreliab* | robust* | resilien* | stable | stability | unstable | flaky |
    flakiness | flakes | crash* | hang | hangs | freez* | test coverage | coverage | observab* | monitor* |
    metrics | tracing | traceab* | debuggab* | accessib* | a11y | readab* | maintainab* | error handling |
    error message* | errors | usability | usable | user-friendly | user friendly | scalab* | scale |
    relevan* | accuracy | accurate | accurately | quality of | precision | recall | documentation |
    document | documented |  startup time | start-up | startup | load time* | loading time* |
    loading | build time* | build times | response time* | smooth | smoother | smoothly | responsive* |
    leak* | warnings | type safety | type-safe | typed | dead code | unused code | duplicat* | complexity |
    internationali* | i18n | locali* | translat* | dark mode | dark theme | theme | theming | seo |
    testab* | consistent | consistency | inconsisten* | offline | cach* | drain | noise | noisy | simplif* |
    simpler | modular* | decoupl* | compress* | conversion | engagement | retention | discoverab* |  outdated | compatib* | portab* | concurren* | race condition* | deadlock* |
    downtime | availability | fault tolerance | privacy | gdpr | compliance | compliant | contrast |
    keyboard | screen reader* | timeouts | retries | retry | logging | audit trail | rate limit* |
    throttl* | deliverability | spam | consumption | efficien* | utilization | utilisation | overhead |
    fps | frame rate | framerate | framedrops | stutter* | flicker* | responsiveness | cold start* |
    boot time | backpressure |  fewer | reduce* | reducing | decreas* | lower | lowers | increase* |
    minimi* | maximi* | shrink | cut down | bring down | get down | get rid of | clearer |
    more informative | more helpful | better error* | more useful | understandab* | easier to | heavy |
    bloat* | lightweight | eats | hogs | hungry | power | bandwidth | traffic | detection | autocomplete |
    quality of the | intuitive | legib* | precise | tolerant | idempoten* | deterministic | reproducib* |
    thread-safe | thread safe | warm-up | fallback
  `,
  de: ` mehr tests | größe | genau* | präzis* | tolerant* | energie* | strom* | schnell* | langsam* | träge | performan* | geschwindigkeit | laufzeit* | ladezeit* | bauzeit* |
    speicher* | sicher* | absicher* | härten | robust* | zuverlässig* | unzuverlässig* | stabil* |
    instabil* | testabdeckung | abdeckung | barrierefrei* | zugänglich* | lesbar* | wartbar* | skalier* |
    fehlermeldung* | fehlerbehandlung | dokumentation | dokumentier* | übersetz* | dunkelmodus | dark mode |
    kosten | günstiger | kleiner | weniger | reduzier* | senken | verringer* | erhöh* | beschleunig* |
    vereinfach* | einheitlich* | konsistent* | verschlüssel* | datenschutz | genauigkeit | genauer |
    relevan* | ressourcen* | akku* | absturz* | abstürz* | ruckel* | flüssig* | offline | monitoring |
    überwach* | logging | duplikat* | verständlich* | bedienbar* | benutzerfreundlich* | verbrauch* |
    effizien*
  `,
  fr: ` plus de tests | taille | vite | rapide* | rapidité | lent* | lenteur* | accélér* | performan* | vitesse | mémoire | sécuri* |
    sûr* | robust* | fiab* | stab* | instab* | couverture | accessib* | lisib* | maintenab* | scalab* |
    messages d'erreur | message d'erreur | gestion des erreurs | documentation | documenter | tradui* |
    mode sombre | thème sombre | coût* | moins | rédui* | diminu* | augment* | simplifi* | cohéren* |
    chiffr* | précision | pertinen* | temps de chargement | temps de réponse | temps de build | batterie |
    plant* | fluid* | hors ligne | hors-ligne | observab* | surveill* | consomm* | efficac* | ergonom* |
    optimis*
  `,
  es: ` más tests | más pruebas | tamaño | precis* | exact* | rápid* | rapidez | lent* | acelera* | rendimiento | velocidad | memoria | segur* | robust* | fiab* |
    confiab* | estab* | inestab* | cobertura | accesib* | legib* | mantenib* | escalab* |
    mensajes de error | mensaje de error | manejo de errores | gestión de errores | documenta* | traduc* |
    modo oscuro | tema oscuro | coste* | costo* | menos | reduc* | reduz* | disminu* | aument* |
    simplific* | coheren* | consisten* | cifra* | precisión | relevan* | tiempo de carga |
    tiempos de carga | tiempo de respuesta | batería | fluid* | sin conexión | observab* | monitor* |
    consumo | consume* | eficien* | optimi* | usab* | tarda*
  `,
  pt: ` mais testes | tamanho | precis* | exat* | rápid* | rapidez | lent* | aceler* | desempenho | performance | velocidade | memória | segur* |
    robust* | confiáv* | confiab* | estáv* | estab* | instáv* | cobertura | acessib* | acessív* | legív* |
    legib* | manuten* | escalab* | mensagens de erro | mensagem de erro | tratamento de erros | documenta* |
    traduz* | traduç* | modo escuro | tema escuro | custo* | menos | reduz* | diminu* | aument* |
    simplific* | consisten* | criptogr* | precisão | relevân* | tempo de carregamento | tempo de resposta |
    bateria | fluid* | offline | observab* | monitor* | consumo | consome | eficien* | otimiz* | optimiz* |
    usab* | demora*
  `,
  it: ` più test | dimension* | toller* | precis* | accurat* | veloc* | lent* | rallent* | prestazion* | performance | memoria | sicur* | robust* | affidab* | stab* |
    instab* | copertura | accessib* | leggib* | manuten* | scalab* | messaggi di errore |
    messaggio di errore | gestione degli errori | documenta* | tradu* | modalità scura | tema scuro |
    cost* | meno | ridu* | diminu* | aument* | semplific* | coeren* | crittogr* | cifra* | precisione |
    rilevan* | tempi di caricamento | tempo di caricamento | batteria | fluid* | offline | osservab* |
    monitor* | consum* | efficien* | ottimizz* | usab*
  `,
  nl: `
    snel* | traag | trage | langzaam | versnel* | prestatie* | performance | geheugen* | veilig* |
    beveilig* | robuust* | betrouwba* | onbetrouwba* | stabiel* | stabiliteit | instabiel* | dekking |
    toegankelijk* | leesba* | onderhoudba* | schaalba* | foutmelding* | foutafhandeling | documentatie |
    documenteer* | vertaal* | donkere modus | donker thema | dark mode | kosten | goedkoper | minder |
    verminder* | verlaag* | verhoog* | vereenvoudig* | consistent* | versleutel* | nauwkeurig* | relevan* |
    laadtijd* | responstijd* | accu* | batterij* | vloeiend* | soepel* | offline | monitoring | logging |
    verbruik* | efficiënt* | kleiner | gebruiksvriendelijk*
  `,
  pl: `
    szyb* | przyspiesz* | przyśpiesz* | woln* | powoln* | wydajno* | pamię* | bezpiecz* | zabezpiecz* |
    niezawodn* | odporn* | stabiln* | niestabiln* | pokryci* | dostępno* | czyteln* | utrzymywa* | skalow* |
    komunikat* błęd* | obsług* błędów | dokumentac* | udokumentuj* | przetłumacz* | tłumacz* | tryb ciemny |
    ciemny motyw | koszt* | mniej* | zmniejsz* | ogranicz* | zwiększ* | obniż* | uprość | uproszcz* |
    spójn* | szyfrow* | dokładno* | trafno* | czas ładowania | czas odpowiedzi | bateri* | płynn* |
    offline | monitor* | zużyci* | zużywa* | efektywn* | zoptymalizuj* | optymaliz*
  `,
  ru: ` точн* | аккуратн* | быстр* | ускор* | медленн* | тормоз* | производительност* | скорост* | памят* | безопас* | защит* |
    надежн* | надёжн* | устойчив* | стабил* | нестабил* | покрыти* | доступност* | читаем* | поддержива* |
    масштабир* | сообщени* об ошибк* | обработк* ошибок | документац* | задокументир* | перевод* |
    перевед* | тёмн* тем* | темн* тем* | стоимост* | затрат* | расход* | меньше | уменьш* | снизи* | сниз* |
    сократи* | увелич* | повыс* | упрост* | единообраз* | шифров* | точност* | релевант* | время загрузки |
    время ответа | время сборки | сборк* | батаре* | плавн* | офлайн | мониторинг* | логирован* |
    потреблени* | потребля* | эффективн* | оптимиз* | утечк* | удобств*
  `,
  zh: `
    快 | 慢 | 性能 | 速度 | 加速 | 提速 | 卡顿 | 卡 | 内存 | 安全 | 加固 | 健壮 | 可靠 | 稳定 | 覆盖率 | 无障碍 | 可读 | 可维护 | 扩展性 | 错误提示 |
    错误处理 | 文档 | 翻译 | 国际化 | 深色模式 | 暗黑模式 | 夜间模式 | 成本 | 减少 | 降低 | 缩短 | 提高 | 提升 | 增加 | 简化 | 一致性 | 加密 | 准确 | 精度 |
    相关性 | 加载时间 | 响应时间 | 构建时间 | 耗电 | 流畅 | 离线 | 监控 | 日志 | 缓存 | 泄漏 | 崩溃 | 占用 | 优化性能 | 效率 | 体积 | 可观测 | 易用性
  `,
  ja: `
    速 | 早く | 遅 | 重い | 軽く | パフォーマンス | 性能 | 速度 | 高速化 | メモリ | セキュリティ | 安全 | 堅牢 | 信頼性 | 安定 | カバレッジ | アクセシビリティ |
    可読性 | 読みやす | 保守性 | スケーラ | エラーメッセージ | エラー処理 | エラーハンドリング | ドキュメント | 翻訳 | 多言語 | ダークモード | コスト | 減ら | 削減 |
    短縮 | 向上 | 増や | 簡素化 | 一貫性 | 暗号化 | 精度 | 関連性 | 読み込み時間 | 応答時間 | ビルド時間 | バッテリー | 電池 | 滑らか | オフライン | 監視 | ログ |
    キャッシュ | リーク | クラッシュ | 使用量 | 効率 | 最適化 | 強化 | 使いやすさ | 負荷
  `,
  ko: `
    빠르 | 빨리 | 빠른 | 느려 | 느린 | 느립 | 성능 | 속도 | 메모리 | 보안 | 안전 | 견고 | 신뢰 | 안정 | 커버리지 | 접근성 | 가독성 | 유지보수 | 확장 |
    오류 메시지 | 에러 메시지 | 에러 처리 | 오류 처리 | 문서 | 번역 | 다국어 | 다크 모드 | 다크모드 | 비용 | 줄여 | 줄이 | 감소 | 단축 | 높여 | 높이 | 향상 |
    늘려 | 단순화 | 간소화 | 일관 | 암호화 | 정확 | 관련성 | 로딩 시간 | 응답 시간 | 빌드 시간 | 배터리 | 부드럽 | 오프라인 | 모니터링 | 로그 | 로깅 | 캐시 |
    누수 | 크래시 | 사용량 | 효율 | 최적화 | 강화
  `,
});

/** Asks for something that isn't there yet: a capability, named but perhaps not described. */
export const building = lexicon({
  en: ` give | port | iterate | add | adds | adding | implement* | create | introduce | support | supports | migrat* | port | upgrade |
    upgrading | replace | replacing | convert* | rename | renaming | remove | removing | delete | extract |
    move | moving | enable | disable | integrate | integration | allow | allows | let users | let people |
    split | switch | switching | generate | sync | export | import | update | bump | set | show | display |
    send | store | build | write | change | drop | merge | wire | hook up | expose | rewrite | refactor |
    restructure | redesign | make it possible | need a | needs a | need an | want a | want an | can't |
    cannot | able to | should have | provide | offer | automate | schedule | log | track | validate |
    validation | notif* | limit | sort | sorting | filter | filters | search | paginat* | undo | login |
    sso | oauth | webhook* | deprecate | reorganise | reorganize | modulari* | rework | handle | correct |
    repair | fix the bug | wrong | incorrect* | missing | fails | broken
  `,
  de: `
    hinzufüg* | füge | einbau* | baue | ergänz* | implementier* | einführ* | umstell* | migrier* | ersetz* |
    umbenenn* | entfern* | lösch* | ermöglich* | unterstütz* | anbind* | exportier* | importier* |
    aktualisier* | anzeig* | speicher* | erweiter* | umbau* | neu schreiben | wir brauchen | wir benötigen |
    fehlt | fehlen | geht nicht | falsch | geändert | ändern | refaktor*
  `,
  fr: `
    ajout* | implément* | crée | créer | introdui* | migr* | remplac* | renomm* | supprim* | permett* |
    support* | intégr* | export* | import* | mettre à jour | mets à jour | affich* | enregistr* |
    il manque | il faudrait | changer | modifi* | convert* | refactor* | réécri* | on a besoin |
    incorrect* | faux
  `,
  es: `
    añad* | agreg* | implement* | crea | crear | introduc* | migra* | reemplaz* | sustitu* | renombr* |
    elimin* | quita* | permit* | soport* | integra* | export* | import* | actualiza* | muestr* | mostrar |
    guarda* | cambia* | convert* | refactor* | reescrib* | falta | faltan | necesitamos | incorrect* | mal |
    haya
  `,
  pt: `
    adicion* | acrescent* | implement* | cria | criar | crie | introduz* | migra* | migre | substitu* |
    troca* | troque | renome* | remov* | exclu* | permit* | suport* | integra* | export* | import* |
    atualiz* | mostr* | exib* | salv* | mud* | convert* | refator* | reescrev* | falta | faltam |
    precisamos | incorret* | errad* | coloca* | coloque
  `,
  it: `
    aggiung* | implement* | crea | creare | introdu* | migra* | sostitu* | rinomin* | rimuov* | elimin* |
    permett* | support* | integra* | esport* | import* | aggiorn* | mostr* | visualizz* | salv* | cambi* |
    modific* | convert* | riscriv* | manca | mancano | serve | ci serve | sbagliat* | errat*
  `,
  nl: `
    toevoeg* | voeg | implementeer* | maak een | bouw | introduceer* | migreer* | vervang* | hernoem* |
    verwijder* | sta toe | ondersteun* | integreer* | exporteer* | importeer* | werk bij | toon | tonen |
    opslaan | wijzig* | verander* | herschrijf* | ontbreek* | we hebben nodig | nodig | fout | verkeerd*
  `,
  pl: `
    dodaj* | dodać | zaimplement* | utwórz | stwórz | wprowadź | zmigruj | migra* | zamień | zastąp* |
    przemianuj | zmień | usuń | usunąć | umożliw* | obsług* | zintegruj | eksport* | import* | zaktualizuj |
    pokaż | wyświetl* | zapis* | przepisz | brakuje | potrzebujemy | błędn* | zła | złe
  `,
  ru: `
    добав* | реализ* | созда* | внедр* | перейти на | переход на | перенес* | мигр* | замен* | переимен* |
    удал* | убр* | разреш* | поддержк* | интегр* | экспорт* | импорт* | обнов* | показ* | отображ* |
    сохран* | измени* | перепис* | не хватает | нужен | нужна | нужно чтобы | неправильн* | неверн* |
    сделать возможн*
  `,
  zh: `
    添加 | 增加 | 新增 | 加一个 | 加上 | 加个 | 实现 | 创建 | 引入 | 迁移 | 替换 | 改成 | 改为 | 重命名 | 删除 | 移除 | 支持 | 集成 | 接入 | 导出 |
    导入 | 更新 | 升级 | 显示 | 保存 | 修改 | 重写 | 缺少 | 需要一个 | 错误 | 不对 | 无法 | 不能正常
  `,
  ja: `
    追加 | 実装 | 作成 | 作って | 導入 | 移行 | 置き換え | 変更 | リネーム | 削除 | 対応 | 連携 | 統合 | エクスポート | インポート | 更新 | アップグレード |
    表示 | 保存 | 書き直 | できるように | 足りない | 必要 | おかしい | 間違 | されない | できない
  `,
  ko: `
    추가 | 구현 | 만들어 주 | 생성 | 도입 | 마이그레이션 | 교체 | 바꿔 | 변경 | 이름을 | 삭제 | 제거 | 지원 | 연동 | 통합 | 내보내기 | 가져오기 | 업데이트 |
    업그레이드 | 표시 | 저장 | 다시 작성 | 수 있게 | 수 있도록 | 없습니다 | 잘못 | 안 됩 | 안 돼
  `,
});

/** Asks for "better" without a direction. */
export const vague = lexicon({
  en: ` garbage | spaghetti | untangle | unwreck | train wreck | trainwreck | nightmare | pain | eyesore | chaos | chaotic | jungle | hairy | ancient | neglected | overgrown | once-over | shabby | grown wild | groom | whip into shape | less awful | unhappy | not happy | attractive | appealing | makes sense | tlc | a hand | care of | bugging | overdue | better | nicer | nice | improve* | improving | clean up | clean it up | clean this up | clean |
    cleaner | cleanup | clean-up | tidy | tidy up | tidying | polish | facelift | face lift | refresh |
    modernise | modernize | love | tlc | fix up | fix it up | fix it | fix | fix things | sort it out |
    sort them out | sort out | presentable | prettier | pretty | ugly | messy | mess | clunky |
    embarrassing | embarassing | spring cleaning | housekeeping | take a look | have a look | look at |
    look into | look over | go over | go through | quality work | whatever | overhaul | revamp | freshen |
    spruce | do something | great | awesome | good | shape | shine | state of the art | state-of-the-art |
    refactor | rework | touch up | touch-up | enhance | upgrade it | level up | next level | elevate |
    decent | less bad | suck* | crap* | terrible | horrible | awful | gross | rough | dated | stale | old |
    weird | off | meh | kinda bad | not great | pleasant | nicer to | beautif* | elegant* | up to scratch |
    up to par | world class | world-class | professional | bring up to | attention | makeover | declutter |
    streamline | optimize | optimise | do your thing | work your magic | magic | sane | saner | proper |
    properly | respectable
  `,
  de: `
    besser | schöner | verbesser* | aufräum* | aufgeräumt | räum* | aufhübsch* | hübsch* | aufpolier* |
    überarbeit* | modernisier* | chaotisch | chaos | durcheinander | unübersichtlich | hässlich |
    schau* … an | schau* … drüber | sieh* … an | anschauen | ordnung | in ordnung | auf vordermann | liebe |
    fit machen | optimier* | ansehnlich* | vernünftig* | sauber* | gammelig | refactor* | refaktor*
  `,
  fr: `
    mieux | amélior* | nettoy* | ménage | propre | ranger | range | joli* | beau | belle | modernis* |
    moche* | bordel | fouillis | coup de jeune | coup de propre | coup d'œil | jeter un œil | jette un œil |
    regarde | reprend* | rafraîch* | remettre en état | présentable | refactor* | meilleur* |
    remets de l'ordre | l'ordre | retap* | soign*
  `,
  es: `
    mejor | mejora* | mejore* | limpi* | ordena* | arregla* | bonit* | moderniza* | desastre | lío | feo |
    fea | feos | feas | échale | echa un | vistazo | una vuelta | revisa* | presentable | decente |
    refactoriza* | pule | pulir | cariño | ponlo bien | lavado de cara | pon orden | adecent*
  `,
  pt: `
    melhor | melhora* | melhore* | melhorada | limp* | arrum* | organiz* | bonit* | moderniz* | bagunç* |
    feio | feia | dá uma olhada | dar uma olhada | olhada | um trato | um jeito | revis* | apresentável |
    decente | refator* | ajeit* | capricha* | carinho | tapa
  `,
  it: `
    meglio | miglior* | puli* | sistem* | ordin* | bell* | moderniz* | disastro | casino | brutt* |
    un'occhiata | occhiata | sguardo | rived* | presentabile | decente | rifattor* | refactor* | rinfresc* |
    un po’ di ordine | aggiust* | cura
  `,
  nl: `
    beter* | verbeter* | opruim* | ruim* | opschon* | schoon | mooi* | netter* | netjes | moderniseer* |
    rommel* | zooitje | lelijk* | kijk* | bekijk* | opfris* | opknap* | knap* | toonba* | refactor* |
    aandacht | liefde | op orde | orde | fatsoen*
  `,
  pl: `
    lepiej | leps* | popraw* | ulepsz* | posprząt* | uporządk* | porządek | porządki | ładn* | unowocześ* |
    bałagan* | brzydk* | zerknij | rzuć okiem | przejrzyj | odśwież* | ogarnij | ogarnąć | doprowadź |
    refaktor* | zrefaktor* | dopieść | dopracuj
  `,
  ru: `
    лучше | улучш* | порядок | порядк* | почист* | причеш* | причес* | прибер* | прибрать | красив* |
    красот* | модерниз* | бардак* | каша | некрасив* | страшн* | глянь | взгляни | посмотри | освеж* |
    подправ* | поправ* | доработ* | отрефактор* | рефактор* | приличн* | нормальн* | наведи | навести |
    больно смотреть | облагород* | исправ* | почини*
  `,
  zh: `
    更好 | 好看 | 好一点 | 好点 | 改进 | 改善 | 完善 | 整理 | 清理 | 美化 | 现代化 | 乱 | 丑 | 看一下 | 看看 | 瞧瞧 | 打磨 | 翻新 | 收拾 | 重构 |
    优化一下 | 优化 | 像样 | 弄好 | 搞好 | 处理一下 | 改一改 | 改改 | 干净
  `,
  ja: `
    良く | よく | きれい | 綺麗 | 改善 | 整理 | 片付け | 見直し | モダン | ぐちゃぐちゃ | 汚い | 見て | 見てくれ | いい感じ | 良い感じ | リファクタ | 整え |
    直して | ブラッシュアップ | 磨 | ましに | マシに | まとも | 手入れ | リフレッシュ | 見栄え
  `,
  ko: `
    더 좋게 | 좋게 | 나아지 | 개선 | 정리 | 깔끔 | 예쁘 | 현대화 | 엉망 | 지저분 | 봐 줘 | 봐줘 | 살펴 | 다듬 | 손봐 | 손 봐 | 리팩토링 | 리팩터링 |
    고쳐 | 괜찮 | 멋지 | 보기 좋
  `,
});

/** Leaves the choice of the work to the worker. */
export const openEnded = lexicon({
  en: `
    whatever | as you see fit | how you like | however you like | any way you | up to you |
    don't have a list | do not have a list | couldn't say | can't describe | trying to describe |
    can't put my finger | no particular | use your judg* | your call | fresh eyes | surprise me |
    do your thing | work your magic | you decide | you know best | do what needs | what you think |
    whatever you | idk | i don't know what | general quality | in general | generally | all round |
    all-round | overall | some love | anything you | see what you
  `,
  de: `
    wie du willst | was du für | nach deinem ermessen | deine entscheidung | irgendwie | was dir auffällt |
    allgemein
  `,
  fr: `comme tu veux | à toi de voir | ce que tu veux | en général | globalement`,
  es: `
    como quieras | lo que quieras | lo que veas | a tu criterio | en general | lo que haga falta
  `,
  pt: `
    como quiser | o que quiser | o que achar | do jeito que | a seu critério | no geral | em geral
  `,
  it: `come vuoi | quello che vuoi | a tuo giudizio | in generale | fai tu`,
  nl: `zoals je wilt | wat je wilt | naar eigen inzicht | in het algemeen | algemeen`,
  pl: `jak chcesz | co chcesz | według uznania | ogólnie`,
  ru: `
    как хочешь | что хочешь | на своё усмотрение | на свое усмотрение | в целом | как считаешь |
    что сочтёшь
  `,
  zh: `随便 | 你看着办 | 整体 | 总体 | 你觉得 | 看着改`,
  ja: `お任せ | 好きなように | 全体的に | なんとなく | 自由に`,
  ko: `알아서 | 마음대로 | 전반적으로 | 자유롭게`,
});

/** Describes required software behaviour. */
export const behaviour = lexicon({
  en: ` splits | merges | shares | share | undoes | moves | drops | picks | keeps | wins | goes | adds | removes | deletes | creates | becomes | loads | plays | renders | scrolls | focuses | highlights | toggles | switches | fires | triggers | blocks | locks | unlocks | expands | collapses | says | advances | counts | lists | receives | waits | happens | applies | calculated | recalculated | sorted | stored | marked | kept | uploaded | set | unlocked | falls back | fall back | should not | shouldn't | should | must | shall | has to | have to | needs to | need to | is to |
    are to | will | may only | can only | is allowed | are allowed | returns | return | shows | show |
    displays | display | answers | answer | responds | respond | accepts | accept | rejects | reject |
    contains | contain | redirects | redirect | sends | send | asks for | writes | reads | logs | opens |
    closes | appears | appear | disappears | gets | turns | starts | ends | expires | expire | sorted by |
    sort by | grouped by | limited to | defaults to | default to | disabled | enabled | hidden | visible |
    stored | saved | round* | includes | include | excludes | exclude | filled in | prefilled | trims |
    emits | raises | throws | throw | retries | retry | continues | stops | resets | counts | fades |
    jumps | selects | copies | puts | updates | validates | matches | equals | produces | outputs | prints |
    print | exits | ignores | skips
  `,
  de: `
    soll | sollen | sollte | muss | müssen | darf | dürfen | wird angezeigt | werden angezeigt | zeigt |
    liefert | zurückgeb* | bekommt | erscheint | erhält | enthält | enthalten | gilt | gelten | wird |
    werden
  `,
  fr: `
    doit | doivent | devra | devrait | affiche* | s'affiche | s'affichent | renvoie | renvoyer | retourne* |
    contien* | contenir | accepte* | refuse* | est bloqué | apparaît | sera | seront
  `,
  es: `
    debe | deben | debería | tiene que | tienen que | devuelv* | devolver | muestr* | mostrar | conten* |
    acept* | rechaz* | aparec* | será | se muestra | contenga
  `,
  pt: `
    deve | devem | deveria | tem que | precisa | precisam | retorn* | devolv* | mostr* | exib* | conten* |
    conter | aceit* | rejeit* | recus* | aparec* | será
  `,
  it: `
    deve | devono | dovrebbe | restituisc* | restituire | mostr* | visualizz* | conten* | accett* |
    rifiut* | appar* | viene | vengono | sarà
  `,
  nl: `
    moet | moeten | zou moeten | mag | mogen | geeft | toont | tonen | verschijnt | bevat | bevatten |
    accepteert | weigert | krijgt | komen | wordt | worden
  `,
  pl: `
    ma | mają | musi | muszą | powinien | powinna | powinno | powinny | zwraca* | zwrócić | wyświetla* |
    pokazu* | zawiera* | przyjmowa* | przyjmuje | odrzuca* | pojawia* | będzie
  `,
  ru: `
    должен | должна | должно | должны | возвраща* | вернуть | показыва* | отобража* | содерж* | принима* |
    отклоня* | появля* | будет | выводи*
  `,
  zh: `应该 | 应当 | 应 | 必须 | 需要 | 需 | 要 | 返回 | 显示 | 提示 | 包含 | 接受 | 拒绝 | 跳转 | 锁定 | 出现 | 弹出 | 默认 | 自动`,
  ja: `
    すること | するように | されること | 表示 | 返す | 返し | 返却 | 含む | 含め | 受け付け | 拒否 | 遷移 | なること | できること | べき | とする | にする |
    ようにする
  `,
  ko: `해야 | 되어야 | 돼야 | 반환 | 표시 | 보여 | 포함 | 허용 | 거부 | 이동 | 나타나 | 잠금 | 잠그 | 기본값 | 자동`,
});

/** Names a change from one state to another. */
export const change = lexicon({
  en: `
    instead of | rather than | in place of | no longer | from … to | replace … with | replace … by |
    rename … to | change … to | turn … into | convert … to | switch … to | switch from | migrate … to |
    upgrade … to | not just | besides | in addition to | set … to | becomes | 
  `,
  de: `
    statt | anstatt | anstelle | von … auf | nicht mehr | erst ab | ab … gelten | umbenennen in
  `,
  fr: `
    au lieu de | au lieu d' | plutôt que | à la place | remplacer … par | remplace … par |
    renommer … en | ne … plus
  `,
  es: `
    en vez de | en lugar de | reemplaza* … por | sustitu* … por | renombra* … a | ya no
  `,
  pt: `
    em vez de | ao invés de | no lugar de | substitu* … por | troca* … por | renome* … para
  `,
  it: `invece di | anziché | al posto di | sostitu* … con | rinomina* … in | non più`,
  nl: `in plaats van | i.p.v. | vervang … door | hernoem … naar | niet meer`,
  pl: `zamiast | zamień … na | zmień … na | już nie`,
  ru: `вместо | а не | заменить … на | замени … на | переименовать … в | больше не`,
  zh: `而不是 | 改为 | 改成 | 换成 | 替换为 | 替换成 | 从 … 到 | 不再 | 重命名为 | 变为 | 变成`,
  ja: `ではなく | の代わりに | から … へ | から … に | に変更 | に置き換え | に統一`,
  ko: `대신 | 에서 … 로 | 으로 변경 | 로 변경 | 로 바꿔 | 이 아니라 | 가 아니라 | 로 교체`,
});

/** Names a condition. */
export const condition = lexicon({
  en: ` pressing | tapping | hovering | dragging | selecting | typing | hitting | scrolling | as long as | in case | at the end | if | when | whenever | after | as soon as | on each | on every | unless | while | once | given |
    clicking | until | otherwise | else
  `,
  de: `wenn | falls | sobald | nach | sonst | bei`,
  fr: `si | quand | lorsque | après | dès que | sinon`,
  es: `si | cuando | tras | después de | si no | al`,
  pt: `se | quando | após | depois de | senão | ao`,
  it: `se | quando | dopo | altrimenti | appena`,
  nl: `als | wanneer | zodra | na | anders | bij`,
  pl: `jeśli | jeżeli | gdy | kiedy | po | przypadku | inaczej`,
  ru: `если | когда | при | после | иначе`,
  zh: `如果 | 当 | 时 | 后 | 否则 | 超过 | 连续`,
  ja: `場合 | とき | 時 | 後 | たら | なら | れば`,
  ko: `경우 | 때 | 하면 | 되면 | 이면 | 아니면 | 후`,
});

/** Says that nothing is left out. */
export const universal = lexicon({
  en: `
    every | each | all | zero | none | any | nothing | no … left | exactly | only | both | always | never |
    at least | at most | whole | entire
  `,
  de: `
    jede* | alle | allen | genau | keine | immer | nie | mindestens | höchstens | nur | sämtliche
  `,
  fr: `
    chaque | tous | toutes | exactement | aucun | aucune | toujours | jamais | au moins | au plus
  `,
  es: `
    cada | todos | todas | exactamente | ningún | ninguna | siempre | nunca | al menos | como máximo
  `,
  pt: `
    cada | todos | todas | exatamente | nenhum | nenhuma | sempre | nunca | pelo menos | no máximo | até
  `,
  it: `
    ogni | tutti | tutte | esattamente | nessun | nessuna | sempre | mai | almeno | al massimo
  `,
  nl: `elke | elk | alle | precies | geen | altijd | nooit | minstens | maximaal`,
  pl: `
    każd* | wszystkie | wszystkich | dokładnie | żaden | żadne | zawsze | nigdy | co najmniej | tylko
  `,
  ru: `
    каждый | каждая | каждое | каждого | все | всех | ровно | ни один | всегда | никогда | не менее |
    только
  `,
  zh: `每 | 所有 | 全部 | 恰好 | 始终 | 至少 | 最多 | 只`,
  ja: `すべて | 全て | 全 | 各 | 必ず | 常に | 少なくとも | 最大`,
  ko: `모든 | 각 | 매 | 항상 | 정확히 | 최소 | 최대 | 전부`,
});
