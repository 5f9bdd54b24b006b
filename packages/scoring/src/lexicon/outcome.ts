import { phrases } from './phrases.ts';

/** Names a quality or a capability, so that two readers would look in the same direction. */
export const direction: readonly RegExp[] = [
  // "More forgiving" is a direction, "less awful" isn't.
  /\b(?:more|less|too)\s(?!much\b|many\b|well\b|of\b|or\b|and\b|than\b|time|to\b|details?\b|love|bad|awful|ugly|terrible|horrible|crap\w{0,20}|gross|nice|good|beautiful|modern|pleasant|presentable|professional|embarrass\w{1,20}|polished|attractive|sexy|messy|annoying|painful|stuff|things?|info\w{0,20}|eyesore|garbage|shitty|weird|stupid)[a-z]{4,20}(?=[\s,.;!?)]|$)/giu,
  // "Fix the login bug" names the fault; "fix the bugs" doesn't.
  /\bfix(?:es|ing)?\s(?:the\s|a\s|an\s|this\s|our\s|all\s)?(?!(?:remaining|some|other|stupid|annoying|weird|any)\s)(?:[\w./-]{3,30}\s){1,4}(?:bugs?|crash(?:es)?|errors?|failures?|warnings?|regressions?|tests?)\b/giu,
  // "The column isn't showing up": a fault is a direction.
  /\b(?:(?:isn|aren|doesn)['’]?t|(?:is|are|does|it['’]?s) not|still) (?!look|feel|seem|make sense|matter|need|have)\w{3,20}\b/giu,
  phrases(`
  [sharp/tight/short/rich/strong/light/lean/bright/larg/bigg/high/deep/wid/easi/clear/quiet/earli/soon]er |
  [fin/steadi/crisp/snappi/tough/slimm/thinn/fast/quick/slow/cheap/saf/simpl/small]er |
  [more/better/missing] tests | takes [ages/forever] | experience | too [long/big/many/much] | fast |
  fastest | quick | quickly | slow | slowness | speed | speedup | sluggish | laggy | lag(s) | janky | jank |
  performan* | perf | latency | throughput | memory | ram | cpu | battery | disk | storage | footprint(s) |
  size(s) | cost(s) | expensive | bill | secur* | harden* | vulnerab* | safe | safety | encrypt* | reliab* |
  unreliab* | robust* | resilien* | stable | stability | unstable | flak* | crash* | hang(s) | freez* |
  coverage | observab* | monitor* | metrics | tracing | traceab* | debuggab* | accessib* | a11y | readab* |
  maintainab* | error [handling/message*] | errors | usability | usable | user-friendly | scalab* | scale |
  relevan* | accura* | quality of | precision | recall | document* | start-up | load time* | loading |
  build time* | response time* | smooth* | responsive* | leak* | warnings | typed | [dead/unused] code |
  duplicat* | complexity | internationali* | i18n | locali* | translat* | dark mode | theme | theming |
  seo | testab* | consisten* | inconsisten* | offline | cach* | drain | noise | noisy | simplif* |
  fault tolerance | privacy | gdpr | complian* | contrast | keyboard | screen reader* | timeouts | retries |
  boot time | backpressure | fewer | reduc* | decreas* | lower(s) | increase* | minimi* | maximi* | shrink |
  [cut/bring/get] down | get rid of | more [informative/helpful/useful] | better error* | understandab* |
  warm-up | fallback | erroring | [an/this/following] error | exception | complain* that | no such |
  can not | unexpected* | failing | empty | missing | incorrect* | same … as
`),
];

/** Asks for something that isn't there yet: a capability, named but perhaps not described. */
export const building = phrases(`
  give | port | iterate | add(s) | adding | implement* | create | introduce | support(s) | migrat* |
  upgrade | upgrading | replace | replacing | convert* | renam* | remove | removing | delete | extract |
  move | moving | enable | disable | integrat* | allow(s) | let [users/people] | split | switch |
  switching | generate | sync | export | import | update | bump | set | show | display | send | store |
  build | write | change | modif* | install | resolve | put | commit | bring back | adjust | apply |
  configur* | format | mark | align | [we'd/i'd/would] [like/also like] | drop | merge | wire | hook up |
  expose | rewrite | refactor |
  restructure | redesign | make it possible | [need/needs/want] [a/an] | can't | cannot | able to | should have |
  provide | offer | automate | schedule | log | track | validat* | notif* | limit | sort | sorting |
  filter(s) | search | paginat* | undo | login | sso | oauth | webhook* | deprecate | reorgani* |
  modulari* | rework | handle | correct | repair | fix the bug | wrong | incorrect* | missing | fails |
  broken
`);

/** Orders a change, whatever else it names. */
export const order =
  /^(?:(?:can|could) (?:you|we) |please |ok,? |just )?(?:add|create|resolve|remove|put)\b/giu;

/** Asks for "better", in whatever way. */
export const vague = phrases(`
  nice | nicer | improv* | clean | cleaner | clean-up | tidy* | polish | face-lift | a refresh |
  moderni[s/z]e | love | fix | [sort/sort it/sort them] out | presentable | pretty | prettier | ugly |
  mess | messy | clunky | embarrassing | embarassing | spring cleaning | housekeeping | [take/have] a look |
  look [at/into/over] | go [over/through] | quality work | whatever | overhaul | revamp | freshen | spruce |
  do something | great | awesome | good | shape | shine | state-of-the-art | refactor | rework | touch-up |
  horrible | awful | gross | rough | dated | stale | old | weird | off | meh | kinda bad | pleasant |
  beautif* | elegant* | up to [scratch/par] | world-class | professional | bring up to | attention |
  better | streamline | optimi[s/z]e | proper | properly | respectable
`);

/** Leaves the choice of the work to the worker. */
export const openEnded = phrases(`
  whatever [you/it/is/needs/feels/seems/looks] | as you see fit | [how/however] you like | any way you |
  up to you | have a list | couldn't say | can't describe | trying to describe |
  can't put my finger | no particular |
  use your judg* | your call | fresh eyes | surprise me | do your thing | work your magic | you decide |
  you know best | do what needs | what you think | idk | i don't know what | general quality | in general |
  generally | all-round | overall | some love | anything you | see what you
`);

/** Requests that name a state with a recognisable end. */
export const results = phrases(`
  [make/get] … [the same/running/pass/passing/green/compile/succeed/print/show/list/return/exit/fail/reject/skip/retry] |
  [fix/resolve/close/clear/address] [all/every/each/any] … [error(s)/warning(s)/failure(s)/violation(s)/test(s)/finding(s)/deprecation(s)] |
  from … to | [refactor/rewrite/convert/change/update/restructure/cache] … [to use/so] |
  [replace/swap] … [with/by/for] | [rename/turn/split/extract/move/convert/switch] … [to/into/out of] |
  [upgrade/bump/update/migrate/increase/raise/bring/get/reduce/lower/cut/drop/set] … [to/above/below/under/over/by/at least/at most] # |
  [upgrade/migrate/move/switch/bump] to … #
`);

/** A number that measures or chooses; that of a version belongs to a name. */
const number =
  /(?<!(?:[A-Z]\w{1,20}|#|\bv|[Vv]ersion)\s?)(?<![\p{L}\p{N}._#-])\d{1,9}(?:[.,:]\d{1,6}){0,3}(?:\s?(?:%|‰|[a-zA-Zµ°]{1,12}|€))?(?![\p{L}\p{N}_])/gu;

/** A number to be reached: "<100ms", "under 150 ms", "by 30 %". */
const target =
  /(?:[<>≤≥]=?|\b(?:under|below|at least|at most|within|less than|more than|no more than|faster than|up to|by|to|of))\s?\d[\d.,]{0,9}\s?(?:%|[kmg]?i?b\b|m?s\b|sec\w{0,4}|min\w{0,4}|hours?|fps|rps|qps|px|x\b|°|percent)/giu;

/** What the software does; "is skipped" and "are listed" describe it, too. */
const behaviour: readonly RegExp[] = [
  /\b(?:is|are|gets?|be)\s(?:not\s|being\s|getting\s)?(?:\w{2,14}ly\s)?\w{3,14}(?:ed|en|wn|ept|ost|ade|ent|eft)\b/giu,
  phrases(`
    split(s) | merges | share(s) | undoes | moves | drops | picks | keeps | wins | goes | adds | removes |
    deletes | creates | becomes | loads | plays | renders | scrolls | focuses | highlights | toggles |
    counts | lists | receives | waits | happens | applies | calculated | recalculated | sorted | stored |
    marked | kept | uploaded | unlocked | [falls/fall] back | should [not] | shouldn't | should | must |
    shall | [has/have/needs/need/is/are] to | will | [may/can] only | [is/are] allowed | return(s) |
    show(s) | display(s) | answer(s) | respond(s) | accept(s) | reject(s) | contain(s) | redirect(s) |
    send(s) | asks for | writes | reads | logs | opens | closes | appear(s) | disappears | gets | turns |
    starts | ends | expire(s) | [sort/grouped] by | limited to | [defaults/default] to | disabled |
    enabled | hidden | visible | saved | round* | include(s) | exclude(s) | filled in | prefilled | trims |
    emits | raises | throw(s) | retries | retry | continues | stops | resets | fades | jumps | selects |
    copies | puts | updates | validates | matches | equals | produces | outputs | print(s) | exits |
    ignores | skips
  `),
];

/** When it does, what it did before, what is left out. Of numbers in words "one" is mostly an article. */
const details = phrases(`
  [press/tapp/hover/dragg/select/typ/hitt/scroll/click]ing | as [long/soon] as | in case | at the end | if |
  when | whenever | after | on [each/every] | unless | while | once | given | until | otherwise | else |
  every | each | all | zero | none | any | nothing | no … left | exactly | only | both | always | never |
  at [least/most] | whole | entire | two | three | four | five | six | seven | eight | nine | ten | twelve |
  twenty | thirty | hundred | one decimal | half | twice | instead of | rather than | in place of |
  no longer
`);

/** What a clause can say and somebody could test, with its weight, and how often it counts at most. */
export const facts: readonly (readonly [RegExp | readonly RegExp[], weight: number, most: number])[] = [
  [number, 1, 2],
  [target, 1, 1],
  [behaviour, 0.6, 2],
  [details, 0.5, 2],
  // "This, that and the other".
  [/,[^,]{1,200},/gu, 0.5, 1],
];
