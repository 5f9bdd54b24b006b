import { phrases } from './phrases.ts';

/** Verbs for work on code that a rule can forbid. */
const workVerbs =
  'touch|touched|change|changed|add|introduce|modify|modified|alter|altered|break|remove|rename|replace|drop|use|increase|exceed|grow|pull in|bring in|install|upgrade|update|bump|edit|allocate|delete|require|depend|rewrite|move|slow|regress|affect|bypass|disable|mock|refactor|reformat|switch|migrate|raise|rely|fork|vendor|import|block|lock|skip|need|involve|extend|cost|leak|expose|log|leave|hard-?code|degrade|interrupt|restart|differ|deviate|write|create|spawn|patch|downgrade|go (?:above|over|beyond|below|near)|cross|get (?:bigger|larger|slower)|take (?:longer|more)|be (?:touched|changed|modified|altered|renamed|broken|removed|edited|larger|bigger|slower|longer|more|affected|used|added|upgraded|increased|dropped|exceeded|moved)|mess|fiddle|swap|override|store|send|call|talk|make (?:any )?(?:breaking|network|external)|enable|suppress|silence|ignore|cast|throw away|lose|widen|relax|weaken|rise|rely on';

/** Rules for the work whose violation can be detected. */
export const hard: readonly RegExp[] = [
  /\b(?:no|zero|0) (?:allocations|data loss|new|additional|extra|further|external|third[- ]party|3rd[- ]party|other|more|native|breaking|runtime|added|changes?|change|public|schema|api|downtime|dynamic|global|unsafe|network|vendor|paid|commercial|behaviou?r(?:al)?|dependency|deps|dependencies|libraries|libs?|frameworks?|packages?|plugins?|migrations?|refactor(?:ing|s)?|renam(?:es?|ing)|reflection|recursion|regex(?:es)?)\b/giu,
  /(?:^|[,;:(–—]\s{0,2}|\s(?:and|but|also|with|so|plus|please|pls|&|\+|-)\s{1,9})no (?!nothing|\w{1,20} (?:needed|required|necessary)|need|idea|rush|hurry|worries|problem|one\b|matter|longer|constraint|particular|specific|real|clue|way|reason|pressure|prefer|tests?\b|limits?\b|restriction|rules|strings|opinion|doubt|wonder|order|deadline|big deal|stress|errors?\b|warnings?\b|failures?\b|over-?engineering|gold|frills|fuss|list|spec\b|further ado|explanation|thanks|offen[cs]e|magic|surprises|nonsense|bells|judg|plan\b|goal|details?\b|lint)[\w.#-]{2,30}(?:\s[\w.#/'-]{1,20}){0,5}(?=$|[.,;:!)–—]|\s(?:and|or)\s)/giu,
  new RegExp(
    `\\b(?:don['’]?t|do not|must not|mustn['’]?t|must never|may not|can['’]?t|cannot|can not|never|should not|shouldn['’]?t|shall not|not allowed to|isn['’]?t allowed to|won['’]?t|nothing (?:may|should|must|can)|nor|no (?:statement|test|file|function|task|step|commit|request|query|method) (?:may|should|must|can)|not to|please not|nobody may)\\s(?:\\w{1,12}\\s){0,2}?(?:${workVerbs})\\b`,
    'giu',
  ),
  /\bwithout\s(?:\w{1,12}\s)?(?:touching|changing|adding|breaking|modifying|altering|introducing|using|increasing|exceeding|installing|upgrading|bumping|editing|allocating|deleting|removing|renaming|replacing|rewriting|requiring|pulling|bringing|going|dropping|disabling|affecting|moving|slowing|regressing|growing|losing|downtime|any (?:new|change|changes|additional|extra|downtime|breaking)|new\b|additional\b|extra\b|restarting|blocking|locking|migrating|switching|forking|raising|taking|making|writing|creating|relying|hard-?coding|weakening|suppressing)/giu,
  /(?<=\bwithout\b[^.!?\n]{3,80})\b(?:or|nor|and) (?:touching|changing|adding|breaking|modifying|altering|introducing|using|increasing|exceeding|installing|upgrading|bumping|editing|allocating|deleting|removing|renaming|replacing|rewriting|requiring|pulling|bringing|going|dropping|disabling|affecting|moving|slowing|regressing|growing|losing)/giu,
  /\b(?:stays?|remains?|remain|stay|keeps?|kept|leaves?|left|continues?|preserved?|maintain(?:ed)?)\b[^.!?;,\n]{0,50}?\b(?:unchanged|un-?touched|compatible|intact|as is|as-is|as (?:it|they) (?:is|are)|the same|stable|readable|alone|byte[- ]for[- ]byte|bit[- ]identical|identical|frozen|untouchable|off[- ]limits|out of bounds|backwards?[- ]compatible|supported|public|valid)\b/giu,
  /\b(?:stays?|remains?|stay|remain|keep(?:ing)?|stick(?:ing)? (?:to|with)|pinned|locked|limited|restricted|confined) (?:it |this |us |everything |to |at |on |with |within |below |under |inside ){0,4}(?:[A-Z][\w.+#-]{1,20}|[a-z]{2,14}\+{0,2})[ -]?v?\d[\w.]{0,8}\b/gu,
  /[\w.)+\uFFFC](?: support| compatib\w{1,8})? (?:stays|remains|has to stay|must stay|stay)(?=$|[.,;!)\s]{1,9}$|[,;.])/giu,
  /(?:\b(?:at most|no more than|not more than|no larger than|no longer than|no bigger than|max(?:imum)?\.?(?: of| number of \w{1,20}:?)?|fewer than|less than|under|below|within|not exceed(?:ing)?|longer than|more than|larger than|bigger than|beyond|over|above|up to|stays? (?:at|below|under)|limit of|limited to|cap(?:ped)? at|budget of|budget is)|<=?|≤)\s?(?:the |a |an |one |by )?[$€£]?(?:\d[\d.,\u00a0 ]{0,9}|one|two|three|five|ten|a hundred)\s?(?:%|\w{1,12}|€)?/giu,
  /(?:^|[,;(]\s{0,2}|\s(?:and|but|with|is|are|in|so|to)\s)only (?!be\b|when|if\b|then|one\b|on\b|for\b|in case|after|at\b|from\b|to\b|by\b|with\b|once|the first|a few|because|works?\b|contains?|shows?|returns?|happens?)[\w.\uFFFC`-]{1,30}/giu,
  /[\w.+#\uFFFC]{2,30} only(?=$|[.,;!)]|\s(?:and|please|pls|but)\b)/giu,
  /\b(?:stays?|remains?) (?:on|at|with|within|below|under|inside|in|behind|as|where|what|v?\d)/giu,
  /\b(?:must|has to|have to|should|needs? to) (?:still )?(?:stay|remain|continue|keep|retain|preserve)\b/giu,
  /(?:^|[,;]\s)keep (?!going|at\b|it\b|on\b|up\b|working|iterating|this|things|everything|me\b|us\b|an eye|your|calm)(?:using |the |our )?[\w.\uFFFC-]{2,30}(?: [\w.-]{2,20})?(?=$|[.,;!])/giu,
  /(?:^|[,;]\s|\b(?:and|must|should|to) )(?:preserve|retain) (?!this\b|it\b)[\w.\uFFFC-]{2,30}/giu,
  /\b(?:nothing (?:but|else|outside|other than|beyond|that)|nothing in|exclusively|solely|strictly)\b/giu,
  /\b(?:backwards?|binary|source|api|abi|wire|forwards?)[- ]compatib\w{1,6}\b|\b(?:remain|stay|be|keep|kept) \w{0,12} ?compatible\b/giu,
  /\b(?:avoid|refrain|forbidden|prohibited|banned|off[- ]limits|not an option|out of bounds|out of the question|hands off|zero[- ]downtime|disallowed|not permitted|(?<!currently )not allowed|not acceptable|taboo|tabu|verboten|leave \S{1,30}(?: \S{1,20})? alone|is frozen|are frozen|keep your hands|stay away from|steer clear)\b/giu,
  /\b(?:old|existing|current|previous|legacy|all existing|present|today's)\s[\w\s\uFFFC-]{2,50}?\b(?:must|have to|has to|should|need to|needs to)\s(?:still|continue|keep|remain|stay|be able|not)\b/giu,
  /\b(?:must|has to|have to|needs to|should|shall|needs? to) (?:still |also )?(?:run|work|build|compile|target|support|fit|be written|be implemented|happen)\s(?:on|under|with|in|within|into|for|against)\b/giu,
  /(?:^|[,;(]\s{0,2}|\s(?:and|but|so|with|using|use|in|target|on|[Uu]se|[Tt]arget)\s)(?:(?:[Ii]t's|its|we're on|we are on|plain|pure|vanilla|strict|[Mm]inimum|min|at least|must be|must support)\s)?(?!Section|Step|Phase|Version|Issue|Ticket|Release|Page|Row|Line|Slot|Request|HTTP|Error|Status|Level|Day|Week|Room|Question|Chapter|Figure|Table|Build|January|February|March|April|May|June|July|August|September|October|November|December|Q)(?:[A-Z][A-Za-z.+#]{0,18}|node|nodejs|python|java|jdk|php|ruby|go|golang|rust|react|vue|angular|django|rails|spring|kotlin|swift|scala|dotnet|gcc|clang|ios|android|postgres|mysql|redis|zephyr|unity|godot|unreal|terraform|k8s|kubernetes|es|ie|c|jdk|msrv)(?:\s[A-Z][\w.]{1,12})?[ -]?\d{1,4}(?:\.(?:\d{1,9}|x)){0,3}\+?(?: (?:only|syntax|lts|LTS|or newer|or later|compatible|and up|and newer|minimum|target|features|compliant))?(?=$|[.,;!)])/gu,
  /\b(?:use|using|with|written in|in|via|on top of) (?:only|just|nothing but|plain|pure|vanilla|the standard library|stdlib)\b|\b(?:stdlib|standard library)(?: only)?\b/giu,
];

/** What a ban in a list of requirements is about, if it is a rule for the work. */
export const workObjects =
  /\b(?:dependenc\w{1,4}|deps|librar\w{1,4}|libs?|packages?|frameworks?|api|signature|schema|changed lines|loc|lines of code|backwards?|version)\b/giu;

/** Units of numbers in a rule for the work; other numbers describe the product. */
export const resource =
  /\b(?:loc|lines?|files?|kb|kib|mb|mib|gb|gib|cpu|memory|ram|overhead|bundle|binary|budget|dependenc\w{1,4}|deps|commits?|diff|prs?|euros?|dollars?|queries|downtime|allocations?|heap|stack|flash|isr|index size|image size|cost|cyclomatic|complexity|params?|parameters|arguments|threads?|connections|workers|batch(?:es)?|lock|runtime|[$€£])\b|[$€£]/giu;

/** Soft rules for the work: taste, habit, preference. */
export const soft: readonly RegExp[] = [
  // "Nothing drastic", "nothing too clever"
  /^(?:and |but )?nothing (?:too |very |overly )?(?!but\b|else\b|may\b|must\b|should\b|is\b|happens\b|that\b|in\b)[a-z-]{3,16}[.!]?$/giu,
  phrases(`
  [refactor/change/rewrite] … to use | rather [small/several/a few] | [brand/our] guide | within our | that [are/is] already |
  close to |
  nothing [elaborate/big/complicated/special/extravagant/over the top/major/huge/sophisticated/flashy/fancy/too/clever/crazy/exotic/wild] |
  the way [the/other/our] | we already | we have already | that we [have/use] | what we [have/use] |
  what's [already/there] | already [have/use/there] | use … [we have/we've got] |
  like [everywhere else/the rest/the other(s)] | [fits/fit] in with | [blend/blends] in |
  no [big changes/big rewrite/rewrite/frills/gold plating/bells/magic] | a [/full ]rewrite | steps |
  of the other | existing | re-use | same [as/pattern(s)/style/approach/way/helpers/test helpers/tone] |
  on-brand | written the same | our [patterns/style/stack] | usual | established | convention(s) |
  style-guide | house style | guidelines | [best/good] practice* | [stick/sticking/keep] to |
  [stick/keep/consistent/in line/in keeping] with | adhere | conform |
  keep [it/things/this/your/the change*/the code/the diff] | prefer | preferably | preferred | preference |
  ideally | [if/where/when] possible | [if/where] you can | as far as possible | boring | simple |
  simplest | idiomatic | minimal | small [change*/diff] | smallest | overboard | over-engineer* |
  try [/not ]to | lightweight | low-risk | sensible | in the [spirit/style] | [match/matches] the |
  familiar | mindful | careful | carefully | rest of the | other [modules/packages/screens/pages] |
  elsewhere | way we | [how/as] we do | non-invasive | reasonable | reasonably | not too | rather not |
  i'd rather | without too much | conservative* | incremental | pragmatic | [don't/not] reinvent |
  don't [overdo/overcomplicate/go crazy/get fancy] | as [few/little] | official |
  current [stack/setup/architecture/design] | design system | tone of | clean code | modest | gentle |
  gently | easy on | go easy | respect | follow
`),
];

/** "No constraints at all: new deps, breaking changes, I don't mind" sets no rule. */
export const noRules =
  /\b(?:no (?:constraints|restrictions|limits|limitations|rules|strings)|(?:do|use|change|try|add|pick) (?:whatever|anything|what you)|(?:don['’]?t|do not) (?:really )?(?:mind|care)|anything goes|feel free|free hand|carte blanche|free rein|whatever you (?:like|want|need)|you (?:can|may) (?:use|add|change|break|rewrite|touch|introduce)|(?:is|are|'s|’s) (?:all )?(?:fine|ok|okay|allowed|welcome|up to you|negotiable)(?: with me| by me| too| if| as well)?(?=[.,;!)]|$))/giu;

/** A bound on a number, which may be a rule for the work or a property of the product. */
export const limits =
  /\b(?:at most|no more than|not more than|no larger than|no longer than|no bigger than|max(?:imum)?\.?|fewer than|less than|under|below|within|not exceed|exceeding|longer than|more than|larger than|bigger than|up to|limit|cap|over|above|beyond)\b|[<≤]/giu;
