import { phrases } from './phrases.ts';

/** The whole product: names no place in it. */
export const everywhere = phrases(`
  [the/our/my/this/some] code | app(s) | application | project | repo(s) | repository | code-base |
  monorepo | monolith | everything | everywhere | whole thing | things | stuff | product | platform |
  system | web-site | site | game | software | program | all [our/of our] services |
  all [services/modules/components/packages/pages/screens/repos] | every service | across the board | tool |
  company | infrastructure | cloud | backend and frontend | [our/the] stack | the server | dead code
`);

/** A part of the product: narrows the work without naming the place. */
export const part = phrases(`
  module(s) | package(s) | feature(s) | service(s) | screen(s) | page(s) | component(s) | wizard |
  job(s) | pipeline(s) | client(s) | server | api(s) | gateway | middleware | controller(s) | handler(s) |
  router | routes | routing | cache | indexer | search | auth | authentication | login | sign-up |
  inventory | catalog | catalogue | orders | shipping | reporting | report(s) | analytics |
  viewer | uploader | upload(s) | download(s) | backup(s) | migration(s) | schema | database | db |
  model(s) | front-end | back-end | flow(s) | layer | subsystem | area | section | tab | button | field(s) |
  column(s) | config | configuration | loader | logger | sync | resizer | compiler | lexer | linter |
  formatter | bundler | installer | updater | launcher | tree | grid | map | chart(s) | graph | gallery |
  save system | controls | digest | newsletter | export | import | printing | timer
`);

/** Words next to a code span that tell its kind. */
export const kinds = phrases(`
  function(s) | method(s) | class | classes | file(s) | endpoint(s) | route | handler | hook | struct |
  trait | enum | script | procedure | macro | component | selector | reducer | lambda | dag | notebook |
  stylesheet | template | partial | controller | migration
`);

/** Common words of requests, which name no place; most words of an English text are among them. */
export const placeless = new Set(
  'implement plan empty something anything a an the this that these those it its our my your their his her we i you they he she us me them and or but so if then than as at by for from in into of on onto off out over to under up with without about around after before again all any both each every few more most much many less least own same other another such no not nor only just also too very can could would should will shall may might must need needs do does did done be is are was were been being am have has had having get gets got getting make makes made making let lets please pls plz thanks thank thx hi hey hello cheers lol ok okay well right now here there when where why how what which who while until since because though really quite rather pretty bit little lot lots kind kinda sort sorta some something anything nothing everything thing things stuff like want wants wanted feel feels feeling felt seem seems look looks looking looked take takes give gives go goes going went come comes keep keeps kept put puts say see seen think thinks know knows use uses used using work works working worked run runs running try tries try one two three first last next new old big small good better best bad worse worst nice nicer great fine much way ways time times day days week weeks month months year years today currently still yet already ever never always often sometimes maybe perhaps possible possibly able much fast faster quick quicker slow slower slowly speed performance perf performant latency throughput memory cpu ram cost costs cheap cheaper secure security safe safer hardening harden robust reliable reliability stable stability resilient quality coverage test tests testing observability monitoring accessibility accessible readability readable maintainability maintainable usability usable scalability scalable improve improves improved improvement improvements enhance enhancement optimise optimize optimisation optimization increase reduce decrease lower raise cut fix fixes fixing fixed clean cleaner cleanup tidy tidying polish polishing refactor refactoring rewrite rework overhaul revamp refresh modernise modernize update upgrade simplify simplification app application applications apps project projects repo repos repository codebase code base system systems platform product software website site game program tool whole entire overall general generally everywhere across ugly messy mess sluggish laggy clunky outdated slick modern build builds times load loading startup start start-up boot docs documentation error errors bug bugs issue issues problem problems flaky warnings dependencies dependency deps clean-up round love look take glance eye help care quickly asap soon users user people customers customer experience ux ui bundle size sizes response responses responsive cloud bills bill architecture design consistent consistency logs logging tracing metrics technical debt legacy types typing safety style spring cleaning housekeeping get rid down strong stronger solid state art shape presentable decent embarrassing whatever however different various several numbers number dark mode theme support add touched inherited contractor particular order goal idea ideas judgement judgment opinion eyes list describe list hobby thing fun bored deadline anyone somebody someone everybody everyone nobody person team teams company boss colleague colleagues friend friends weekend yesterday tomorrow soon morning evening later please ends end ending done finish finished stop stopped general round worthwhile necessary needed useful important basically honestly actually anyway anyways tbh imo afaik fyi btw yeah yep hmm oh wow etc e.g i.e http https developer developers feedback cycle cycles maintenance chores overdue upkeep steps small safe particular shorter longer bigger smaller higher sharper pass passes fail fails killing broken red process weeks ages particularly lately recently eyesore bother hacky spaghetti untangle readme-driven traffic load loads battery drain crash crashes crashing lag noise usage consumption page-load noisy complain complains complaint complaints annoyed unhappy sorts modernization modernisation structured standards standard practices practice internationalisation offline dark type types sure gone mostly wrong number amount meh missing satisfied happy p50 p75 p90 p95 p99 percentile median average either neither instead otherwise else somehow somewhat loop ralph autopilot proper properly handling everywhere wild garbage spaghetti train wreck cve cves known react vue angular svelte rails django laravel spring eslint prettier jest vitest typescript javascript node nodejs python ruby java kotlin rust golang php webpack vite npm android ios google audit finding findings advisory advisories deprecation deprecations spec specs todo todos comments dead unused'.split(
    ' ',
  ),
);

/** "The whole repo" wins over any part named next to it. */
export const emphasis =
  /\b(?:whole|entire|throughout (?:the|our)|across (?:the|our|all)|everywhere|(?:every|all|each) (?:source )?\w{3,12} (?:of|in) (?:the|our|this))\s?(?:the |our |of )?(?:app|application|project|repo|repository|codebase|code base|monorepo|product|platform|site|website|system|game)?\b/giu;

/** "In", "the file" and their like, right before a place. */
export const locative =
  /\b(?:in|inside|at|of|from|into|file|function|method|class|endpoint|route|see|to|for|within)\s{1,2}(?:the |file |function |our )?[`*"'(]{0,3}$/giu;
