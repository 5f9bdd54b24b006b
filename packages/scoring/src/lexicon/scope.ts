import { lexicon } from './phrases.ts';

/** The whole product: names no place in it. */
export const everywhere = lexicon({
  en: ` the code | our code | my code | this code | some code | app | apps | application | project | repo | repos | repository | codebase | code base | code-base |
    monorepo | monolith | everything | everywhere | whole thing |  things | stuff | product |
    platform | system | website | site | web site | game | software | program |  all services |
    all our services | all of our services | every service | all modules | all components | all packages |
    all pages | all screens | all repos | across the board | our stack | tool |   
    company | infrastructure | cloud | backend and frontend | the stack | the server | dead code
  `,
  de: `
    app | anwendung | projekt | repo | repository | codebasis | codebase | alles | überall | ganze |
    produkt | plattform | system | gesamtsystem | webseite | website | spiel | software | programm | code |
    alle dienste | allen diensten | alle services | allen services | alle module
  `,
  fr: `
    application | l'appli | appli | app | projet | dépôt | code | base de code | tout | partout | produit |
    plateforme | système | site | jeu | logiciel | programme | tous les services | ensemble
  `,
  es: `
    aplicación | app | proyecto | repo | repositorio | código | todo | producto | plataforma | sistema |
    sitio | web | juego | software | programa | todos los servicios | en general
  `,
  pt: `
    aplicação | aplicativo | app | projeto | repo | repositório | código | tudo | produto | plataforma |
    sistema | site | jogo | software | programa | todos os serviços
  `,
  it: `
    applicazione | app | progetto | repo | repository | codice | tutto | prodotto | piattaforma | sistema |
    sito | gioco | software | programma | tutti i servizi
  `,
  nl: `
    applicatie | app | project | repo | repository | codebase | code | alles | overal | product | platform |
    systeem | website | site | spel | software | programma | alle services | alle diensten | geheel
  `,
  pl: `
    aplikacj* | projekt | projekcie | projektu | repo | repozytorium | kod | kodu | wszystko | produkt |
    platform* | system | systemu | stron* | gra | grę | program | całość | wszystkie usługi
  `,
  ru: `
    приложени* | проект* | репозитор* | код | кода | всё | все | весь | продукт* | платформ* | систем* |
    сайт* | игр* | программ* | все сервисы | всех сервис* | сборк* | кодовая база | кодовую базу
  `,
  zh: `项目 | 应用 | 代码 | 代码库 | 仓库 | 整个 | 全部 | 产品 | 平台 | 系统 | 网站 | 游戏 | 软件 | 程序 | 所有服务 | 东西`,
  ja: `
    アプリ | プロジェクト | リポジトリ | コード | コードベース | 全体 | 全部 | すべて | 製品 | プロダクト | プラットフォーム | システム | サイト | ゲーム | ソフト |
    全サービス
  `,
  ko: `
    앱 | 프로젝트 | 레포 | 저장소 | 코드 | 코드베이스 | 전체 | 전부 | 모든 것 | 제품 | 플랫폼 | 시스템 | 사이트 | 웹사이트 | 게임 | 소프트웨어 | 프로그램 |
    모든 서비스
  `,
});

/** A part of the product: narrows the work without naming the place. */
export const part = lexicon({
  en: `
    module | modules | package | packages | feature | features | service | services | screen | screens |
    page | pages | component | components | wizard | importer | exporter | parser | form | forms |
    scheduler | editor | dashboard | panel | panels | menu | menus | dialog | dialogs | modal | widget |
    sidebar | navbar | header | footer | nav | view | views | list | table | queue | worker | workers |
    job | jobs | pipeline | pipelines | client | clients | server | api | apis | gateway | middleware |
    controller | controllers | handler | handlers | router | routes | routing | cache |  indexer |
    search | auth | authentication | login | signup | sign-up | registration | checkout | cart | billing |
    invoicing | invoices | payment | payments | notifications | notification | mail | mails | mailer |
    email | emails | chat | inbox | calendar | profile | settings | preferences | admin | onboarding |
    inventory | catalog | catalogue | orders | shipping | reports | reporting | report | analytics |
    recommendations | recommender | crawler | scraper | bot | plugin | plugins | extension | sdk | library |
    lib | cli |  driver | drivers | firmware | stack | engine | renderer | rendering |
    physics | shader | shaders | player | viewer | uploader | upload | uploads | download | downloads |
    backup | backups | migration | migrations | schema | database | db | model | models | frontend |
    front-end | front end | backend | back-end | back end | flow | flows | layer | subsystem | area |
    section | tab | button | field | fields | column | columns | config | configuration | loader | logger |
    logging module | sync | resizer | compiler | lexer | linter | formatter | bundler | installer |
    updater | launcher | storage layer | tree | grid | map | chart | charts | graph | gallery | timeline |
    feed | comments | reviews | ratings | docs | help center | faq | landing page | homepage | home page |  dockerfile |  container | cluster | webhook | webhooks | listener | consumer |
    producer | broker | bus | store |  session | sessions | permissions | roles | tenant | tenants |  toolbar | picker | autocomplete | filter | filters | tokenizer | allocator | bootloader | codec |
    decoder | encoder | serializer | validator | generator | template | templates | theme engine | adapter |
    adapters | connector | bridge | proxy | balancer | notebook | notebooks | script | scripts |   levels | level | enemy | enemies | save system | controls | digest |
    newsletter | export | import | printing | timer
  `,
  de: `
    modul* | *modul | *modul* | paket* | funktion | *funktion | dienst | *dienst | service | *service |
    seite | *seite | maske | *maske | komponente* | *komponente | formular* | *formular | dialog | *dialog |
    menü* | *menü | ansicht | *ansicht | liste | *liste | tabelle | *tabelle | suche | *suche | bereich |
    *bereich | schnittstelle* | export* | import* | anmeldung | registrierung | warenkorb | rechnung* |
    bestell* | bericht* | *verwaltung | einstellungen | oberfläche | frontend | backend | datenbank |
    parser | editor | dashboard | warteschlange | benachrichtigung* | *assistent | *ansichten | login |
    *teil
  `,
  fr: `
    module* | package | paquet | fonctionnalité* | service | page* | écran* | composant* | formulaire* |
    menu* | vue* | liste* | tableau* | recherche | panier | paiement* | facturation | factures | connexion |
    inscription | commande* | rapport* | export* | import* | paramètres | administration | interface | api |
    frontend | backend | base de données | notification* | parseur | éditeur | tâche* | file d’attente |
    moteur | lecteur | espace client
  `,
  es: `
    módulo* | paquete* | funcionalidad* | servicio | página* | pantalla* | componente* | formulario* |
    menú* | vista* | lista* | listado* | tabla* | buscador | búsqueda | carrito | pago* | facturación |
    facturas | inicio de sesión | login | registro | pedido* | informe* | exporta* | importa* | ajustes |
    configuración | panel* | administración | interfaz | api | frontend | backend | base de datos |
    notificacion* | parser | editor | cola | motor | reproductor
  `,
  pt: `
    módulo* | pacote* | funcionalidade* | serviço | página* | tela* | ecrã* | componente* | formulário* |
    menu* | lista* | listagem | tabela* | busca | pesquisa | carrinho | pagamento* | faturamento | faturas |
    login | cadastro | pedido* | relatório* | exporta* | importa* | configuraç* | painel | administração |
    interface | api | frontend | backend | banco de dados | notificaç* | parser | editor | fila | motor |
    player
  `,
  it: `
    modulo | moduli | pacchetto | funzionalità | servizio | pagina | pagine | schermata | schermate |
    componente | componenti | form | menù | menu | vista | lista | elenco | tabella | ricerca | carrello |
    pagament* | fatturazione | fatture | login | accesso | registrazione | ordini | report | esporta* |
    importa* | impostazioni | pannello | amministrazione | interfaccia | api | frontend | backend |
    database | notifich* | parser | editor | coda | motore | area clienti
  `,
  nl: `
    module | modules | *module | pakket | functie | *functie | dienst | *service | pagina* | *pagina |
    scherm* | *scherm | component* | formulier* | *formulier | menu | overzicht | *overzicht | lijst |
    *lijst | tabel | winkelwagen | betaling* | betaal* | factu* | inlog* | registratie | bestelling* |
    rapport* | export* | import* | instellingen | beheer* | interface | api | frontend | backend |
    database | notificatie* | melding* | parser | editor | wachtrij | zoek* | agenda*
  `,
  pl: `
    moduł* | module | pakiet* | funkcj* | usług* | stronie | ekran* | komponent* | formularz* | menu |
    widok* | list* | tabel* | wyszukiwar* | wyszukiwani* | koszyk* | płatno* | faktur* | logowani* |
    rejestrac* | zamówie* | raport* | eksport* | import* | ustawie* | panel* | interfejs* | api | frontend |
    backend | baz* danych | powiadomie* | parser* | edytor* | kolejk* | silnik*
  `,
  ru: `
    модул* | пакет* | функци* | сервис | сервиса | сервисе | страниц* | экран* | компонент* | форм* | меню |
    список | списк* | таблиц* | поиск* | корзин* | оплат* | платеж* | счет* | счёт* | авторизац* |
    регистрац* | вход* | заказ* | отчет* | отчёт* | экспорт* | импорт* | настро* | панел* | админк* |
    интерфейс* | api | фронтенд* | бэкенд* | бекенд* | баз* данных | уведомлени* | парсер* | редактор* |
    очеред* | движ* | плеер* | личн* кабинет*
  `,
  zh: `
    模块 | 组件 | 功能 | 服务 | 页面 | 页 | 界面 | 表单 | 菜单 | 列表 | 表格 | 搜索 | 购物车 | 支付 | 订单 | 登录 | 注册 | 报表 | 导出 | 导入 | 设置 |
    后台 | 前端 | 后端 | 接口 | 数据库 | 通知 | 解析器 | 编辑器 | 队列 | 引擎 | 播放器 | 流程 | 弹窗 | 侧边栏 | 权限 | 日志
  `,
  ja: `
    モジュール | コンポーネント | 機能 | サービス | ページ | 画面 | フォーム | メニュー | 一覧 | リスト | テーブル | 検索 | カート | 決済 | 注文 | ログイン |
    登録 | レポート | エクスポート | インポート | 設定 | 管理 | フロントエンド | バックエンド | API | データベース | 通知 | パーサ | エディタ | キュー | エンジン |
    プレイヤー | パッケージ | バッチ | ダイアログ | 請求書 | 帳票 | 処理
  `,
  ko: `
    모듈 | 컴포넌트 | 기능 | 서비스 | 페이지 | 화면 | 폼 | 메뉴 | 목록 | 리스트 | 테이블 | 검색 | 장바구니 | 결제 | 주문 | 로그인 | 회원가입 | 보고서 |
    리포트 | 내보내기 | 가져오기 | 설정 | 관리자 | 프론트엔드 | 백엔드 | API | 데이터베이스 | 알림 | 파서 | 에디터 | 편집기 | 큐 | 엔진 | 플레이어 | 패키지 |
    배치 | 대시보드
  `,
});

/** Words of a request that name no place (English); any other word may name one. */
export const placeless = new Set(
  'something anything a an the this that these those it its our my your their his her we i you they he she us me them and or but so if then than as at by for from in into of on onto off out over to under up with without about around after before again all any both each every few more most much many less least own same other another such no not nor only just also too very can could would should will shall may might must need needs do does did done be is are was were been being am have has had having get gets got getting make makes made making let lets please pls plz thanks thank thx hi hey hello cheers lol ok okay well right now here there when where why how what which who while until since because though really quite rather pretty bit little lot lots kind kinda sort sorta some something anything nothing everything thing things stuff like want wants wanted feel feels feeling felt seem seems look looks looking looked take takes give gives go goes going went come comes keep keeps kept put puts say see seen think thinks know knows use uses used using work works working worked run runs running try tries try one two three first last next new old big small good better best bad worse worst nice nicer great fine much way ways time times day days week weeks month months year years today currently still yet already ever never always often sometimes maybe perhaps possible possibly able much fast faster quick quicker slow slower slowly speed performance perf performant latency throughput memory cpu ram cost costs cheap cheaper secure security safe safer hardening harden robust reliable reliability stable stability resilient quality coverage test tests testing observability monitoring accessibility accessible readability readable maintainability maintainable usability usable scalability scalable improve improves improved improvement improvements enhance enhancement optimise optimize optimisation optimization increase reduce decrease lower raise cut fix fixes fixing fixed clean cleaner cleanup tidy tidying polish polishing refactor refactoring rewrite rework overhaul revamp refresh modernise modernize update upgrade simplify simplification app application applications apps project projects repo repos repository codebase code base system systems platform product software website site game program tool whole entire overall general generally everywhere across ugly messy mess sluggish laggy clunky outdated slick modern build builds times load loading startup start start-up boot docs documentation error errors bug bugs issue issues problem problems flaky warnings dependencies dependency deps clean-up round love look take glance eye help care quickly asap soon users user people customers customer experience ux ui bundle size sizes response responses responsive cloud bills bill architecture design consistent consistency logs logging tracing metrics technical debt legacy types typing safety style spring cleaning housekeeping get rid down strong stronger solid state art shape presentable decent embarrassing whatever however different various several numbers number dark mode theme support add touched inherited contractor particular order goal idea ideas judgement judgment opinion eyes list describe list hobby thing fun bored deadline anyone somebody someone everybody everyone nobody person team teams company boss colleague colleagues friend friends weekend yesterday tomorrow soon morning evening later please ends end ending done finish finished stop stopped general round worthwhile necessary needed useful important basically honestly actually anyway anyways tbh imo afaik fyi btw yeah yep hmm oh wow etc e.g i.e http https developer developers feedback cycle cycles maintenance chores overdue upkeep steps small safe particular shorter longer bigger smaller higher sharper pass passes fail fails killing broken red process weeks ages particularly lately recently eyesore bother hacky spaghetti untangle readme-driven traffic load loads battery drain crash crashes crashing lag noise usage consumption page-load noisy complain complains complaint complaints annoyed unhappy sorts modernization modernisation structured standards standard practices practice internationalisation offline dark type types sure gone mostly wrong number amount meh missing satisfied happy p50 p75 p90 p95 p99 percentile median average either neither instead otherwise else somehow somewhat loop ralph autopilot proper properly handling everywhere wild garbage spaghetti train wreck cve cves known react vue angular svelte rails django laravel spring eslint prettier jest vitest typescript javascript node nodejs python ruby java kotlin rust golang php webpack vite npm android ios google audit finding findings advisory advisories deprecation deprecations spec specs todo todos comments dead unused'.split(
    ' ',
  ),
);

/** Words next to a code span that tell its kind. */
export const kinds = lexicon({
  en: `
    function | functions | method | methods | class | classes | file | files | endpoint | endpoints |
    route | handler | hook | struct | trait |  enum |  script |  procedure | 
    macro | component | selector | reducer |  lambda |  dag |  notebook |
    stylesheet | template | partial | controller |  migration | 
  `,
  de: `
    funktion | methode | klasse | datei | dateien | endpunkt | route | komponente | skript | abfrage
  `,
  fr: `
    fonction | méthode | classe | fichier | fichiers | route | composant | script | requête | endpoint
  `,
  es: `
    función | método | clase | fichero | archivo | ficheros | archivos | ruta | componente | script |
    consulta | endpoint
  `,
  pt: `
    função | método | classe | arquivo | arquivos | ficheiro | rota | componente | script | consulta |
    endpoint
  `,
  it: `funzione | metodo | classe | file | rotta | componente | script | query | endpoint`,
  nl: `
    functie | methode | klasse | bestand | bestanden | route | component | script | query | endpoint
  `,
  pl: `
    funkcja | funkcję | funkcji | metoda | metodę | klasa | klasę | klasie | plik | pliki | pliku |
    endpoint | komponent | skrypt | zapytanie
  `,
  ru: `
    функция | функцию | функции | метод | метода | методе | класс | класса | файл | файла | файле | файлы |
    эндпоинт | ручка | ручку | компонент | скрипт | запрос
  `,
  zh: `函数 | 方法 | 类 | 文件 | 接口 | 路由 | 组件 | 脚本 | 查询`,
  ja: `関数 | メソッド | クラス | ファイル | エンドポイント | ルート | コンポーネント | スクリプト | クエリ`,
  ko: `함수 | 메서드 | 클래스 | 파일 | 엔드포인트 | 라우트 | 컴포넌트 | 스크립트 | 쿼리`,
});

/** Other languages: polite and helping words long enough to look like a name. */
export const littleAbroad =
  /^(?:bitte|hallo|danke|könnte\p{L}{0,14}|kannst|würde\p{L}{0,14}|merci|bonjour|pouvez|peux|faudrait|quelque\p{L}{0,14}|hola|gracias|puedes|podrías|favor|quiero|necesit\p{L}{0,14}|tiene\p{L}{0,14}|porfa|obrigad\p{L}{0,14}|você|preciso|precisa\p{L}{0,14}|gente|grazie|vorrei|bisogna|dobbiamo|graag|alsjeblieft|kunnen|willen|zouden|proszę|trzeba|chcemy|możesz|należy|пожалуйста|можно|можешь|нужно|хочу|хотим|давай\p{L}{0,14}|сделай\p{L}{0,14}|просто|сейчас|немного|anwender\p{L}{0,14}|nutzer\p{L}{0,14}|utilisateur\p{L}{0,14}|usuario\p{L}{0,14}|usuári\p{L}{0,14}|utent\p{L}{0,14}|gebruiker\p{L}{0,14}|użytkowni\p{L}{0,14}|пользовател\p{L}{0,14}|hacer|haz|fazer|faça|fare|faire|machen|mache|maken|zrób|жизнь|немножко|почему|очень|слишком|troppo|demasiado|beaucoup|vraiment|molto|muito|muy|sehr|zeer|bardzo)$/iu;

/** "In", "the file" and their like, right before a place. */
export const locative =
  /\b(?:in|inside|at|of|from|into|file|function|method|class|endpoint|route|see|to|for|within|und|der|die|das|datei|dans|en|el|la|no|na|em|nel|nella|op|w|we|в|файл\w{0,20}|метод\w{0,20})\s{1,2}(?:the |file |function |our |der |die |le |la |el |il |de )?[`*"'(]{0,3}$/iu;

/** "The whole repo" wins over any part named next to it. */
export const emphasis =
  /\b(?:whole|entire|throughout (?:the|our)|across (?:the|our|all)|everywhere|(?:every|all|each) (?:source )?\w{3,12} (?:of|in) (?:the|our|this))\s?(?:the |our |of )?(?:app|application|project|repo|repository|codebase|code base|monorepo|product|platform|site|website|system|game)?\b/iu;
