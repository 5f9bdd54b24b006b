import { lexicon } from './phrases.ts';

/** Verbs for work on code that a rule can forbid or order. */
const workVerbs =
  'touch|touched|change|changed|add|introduce|modify|modified|alter|altered|break|remove|rename|replace|drop|use|increase|exceed|grow|pull in|bring in|install|upgrade|update|bump|edit|allocate|delete|require|depend|rewrite|move|slow|regress|affect|bypass|disable|mock|refactor|reformat|switch|migrate|raise|rely|fork|vendor|import|block|lock|skip|need|involve|extend|cost|leak|expose|log|leave|hard-?code|degrade|interrupt|restart|differ|deviate|write|create|spawn|patch|downgrade|go (?:above|over|beyond|below|near)|cross|get (?:bigger|larger|slower)|take (?:longer|more)|be (?:touched|changed|modified|altered|renamed|broken|removed|edited|larger|bigger|slower|longer|more|affected|used|added|upgraded|increased|dropped|exceeded|moved)|mess|fiddle|swap|override|store|send|call|talk|make (?:any )?(?:breaking|network|external)|enable|suppress|silence|ignore|cast|throw away|lose|widen|relax|weaken|rise|rely on';

/** Rules for the work whose violation can be detected (English). */
export const hard: readonly RegExp[] = [
  /\bno (?:new|additional|extra|further|external|third[- ]party|3rd[- ]party|other|more|native|breaking|runtime|added|changes?|change|public|schema|api|downtime|dynamic|global|unsafe|network|vendor|paid|commercial|behaviou?r(?:al)?|dependency|deps|dependencies|libraries|libs?|frameworks?|packages?|plugins?|migrations?|refactor(?:ing|s)?|renam(?:es?|ing)|reflection|recursion|regex(?:es)?)\b/giu,
  /(?:^|[,;:(–—]\s{0,2}|\s(?:and|but|also|with|so|plus|please|pls|&|\+|-)\s{1,9})no (?!nothing|\w{1,20} (?:needed|required|necessary)|need|idea|rush|hurry|worries|problem|one\b|matter|longer|constraint|particular|specific|real|clue|way|reason|pressure|prefer|tests?\b|limits?\b|restriction|rules|strings|opinion|doubt|wonder|order|deadline|big deal|stress|errors?\b|warnings?\b|failures?\b|over-?engineering|gold|frills|fuss|list|spec\b|further ado|explanation|thanks|offen[cs]e|magic|surprises|nonsense|bells|judg|plan\b|goal|details?\b|lint)[\w.#-]{2,30}(?:\s[\w.#/'-]{1,20}){0,5}(?=$|[.,;:!)–—]|\s(?:and|or)\s)/giu,
  new RegExp(
    `\\b(?:don['’]?t|do not|must not|mustn['’]?t|must never|may not|can['’]?t|cannot|can not|never|should not|shouldn['’]?t|shall not|not allowed to|isn['’]?t allowed to|won['’]?t|nothing (?:may|should|must|can)|nor|no (?:statement|test|file|function|task|step|commit|request|query|method) (?:may|should|must|can)|not to|please not|nobody may)\\s(?:\\w{1,12}\\s){0,2}?(?:${workVerbs})\\b`,
    'giu',
  ),
  /\bwithout\s(?:\w{1,12}\s)?(?:touching|changing|adding|breaking|modifying|altering|introducing|using|increasing|exceeding|installing|upgrading|bumping|editing|allocating|deleting|removing|renaming|replacing|rewriting|requiring|pulling|bringing|going|dropping|disabling|affecting|moving|slowing|regressing|growing|losing|downtime|any (?:new|change|changes|additional|extra|downtime|breaking)|new\b|additional\b|extra\b|restarting|blocking|locking|migrating|switching|forking|raising|taking|making|writing|creating|relying|hard-?coding|weakening|suppressing)/giu,
  /(?<=\bwithout\b[^.!?\n]{3,80})\b(?:or|nor|and) (?:touching|changing|adding|breaking|modifying|altering|introducing|using|increasing|exceeding|installing|upgrading|bumping|editing|allocating|deleting|removing|renaming|replacing|rewriting|requiring|pulling|bringing|going|dropping|disabling|affecting|moving|slowing|regressing|growing|losing)/giu,
  /\b(?:stays?|remains?|remain|stay|keeps?|kept|leaves?|left|continues?|preserved?|maintain(?:ed)?)\b[^.!?;,\n]{0,50}?\b(?:unchanged|un-?touched|compatible|intact|as is|as-is|as (?:it|they) (?:is|are)|the same|stable|readable|alone|byte[- ]for[- ]byte|bit[- ]identical|identical|frozen|untouchable|off[- ]limits|out of bounds|backwards?[- ]compatible|supported|public|valid)\b/giu,
  /\b(?:stays?|remains?|stay|remain|keep(?:ing)?|stick(?:ing)? (?:to|with)|pinned|locked|limited|restricted|confined) (?:it |this |us |everything |to |at |on |with |within |below |under |inside ){0,4}(?:[A-Z][\w.+#-]{1,20}|[a-z]{2,14}\+{0,2})[ -]?v?\d[\w.]{0,8}\b/gu,
  /\b(?:stays?|remains?|must stay|must remain|has to stay|have to stay|should stay|needs to stay|has to remain|have to remain) (?:on|at|with|within|below|under|inside|in|behind|as|where|what)\b/giu,
  /[\w.)+\uFFFC](?: support| compatib\w{1,8})? (?:stays|remains|has to stay|must stay|stay)(?=$|[.,;!)\s]{1,9}$|[,;.])/giu,
  /(?:\b(?:at most|no more than|not more than|no larger than|no longer than|no bigger than|max(?:imum)?\.?(?: of)?|fewer than|less than|under|below|within|not exceed(?:ing)?|longer than|more than|larger than|bigger than|beyond|over|above|up to|stays? (?:at|below|under)|limit of|limited to|cap(?:ped)? at|budget of|budget is)|<=?|≤)\s?(?:the |a |an |one |by )?[$€£]?(?:\d[\d.,\u00a0 ]{0,9}|one|two|three|five|ten|a hundred)\s?(?:%|\w{1,12}|€)?/giu,
  /(?:^|[,;(]\s{0,2}|\s(?:and|but|with|is|are|in|so|to)\s)only (?!be\b|when|if\b|then|one\b|on\b|for\b|in case|after|at\b|from\b|to\b|by\b|with\b|once|the first|a few|because|works?\b|contains?|shows?|returns?|happens?)[\w.\uFFFC`-]{1,30}/giu,
  /[\w.+#\uFFFC]{2,30} only(?=$|[.,;!)]|\s(?:and|please|pls|but)\b)/giu,
  /\b(?:must|has to|have to|should|needs? to) (?:stay|remain|continue) \w/giu,
  /\b(?:stays?|remains?) (?:at |on |below |under )?v?\d/giu,
  /(?:^|[,;]\s)keep (?!going|at\b|it\b|on\b|up\b|working|iterating|this|things|everything|me\b|us\b|an eye|your|calm)(?:using |the |our )?[\w.\uFFFC-]{2,30}(?: [\w.-]{2,20})?(?=$|[.,;!])/giu,
  /\b(?:is|are) the only (?:\w{1,20})/giu,
  /\b(?:nothing (?:but|else|outside|other than|beyond|that)|nothing in|exclusively|solely|strictly)\b/giu,
  /\b(?:backwards?|binary|source|api|abi|wire|forwards?)[- ]compatib\w{1,6}\b|\b(?:remain|stay|be|keep|kept) \w{0,12} ?compatible\b/giu,
  /\b(?:avoid|refrain|forbidden|prohibited|banned|off[- ]limits|not an option|out of bounds|out of the question|hands off|zero[- ]downtime|disallowed|not permitted|not allowed|not acceptable|taboo|tabu|verboten|leave \S{1,30}(?: \S{1,20})? alone|is frozen|are frozen|keep your hands|stay away from|steer clear)\b/giu,
  /\b(?:old|existing|current|previous|legacy|all existing|present|today's)\s[\w\s\uFFFC-]{2,50}?\b(?:must|have to|has to|should|need to|needs to)\s(?:still|continue|keep|remain|stay|be able|not)\b/giu,
  /\b(?:must|has to|have to|needs to|should|shall|needs? to) (?:still |also )?(?:run|work|build|compile|target|support|fit|be written|be implemented|happen)\s(?:on|under|with|in|within|into|for|against)\b/giu,
  /(?:^|[,;(]\s{0,2}|\s(?:and|but|so|with|using|use|in|target|on|[Uu]se|[Tt]arget)\s)(?:(?:[Ii]t's|its|we're on|we are on|plain|pure|vanilla|strict|[Mm]inimum|min|at least|must be|must support)\s)?(?!Section|Step|Phase|Version|Issue|Ticket|Release|Page|Row|Line|Slot|Request|HTTP|Error|Status|Level|Day|Week|Room|Question|Chapter|Figure|Table|Build|January|February|March|April|May|June|July|August|September|October|November|December|Q)(?:[A-Z][A-Za-z.+#]{0,18}|node|nodejs|python|java|jdk|php|ruby|go|golang|rust|react|vue|angular|django|rails|spring|kotlin|swift|scala|dotnet|gcc|clang|ios|android|postgres|mysql|redis|zephyr|unity|godot|unreal|terraform|k8s|kubernetes|es|ie|c|jdk|msrv)(?:\s[A-Z][\w.]{1,12})?[ -]?\d{1,4}(?:\.(?:\d{1,9}|x)){0,3}\+?(?: (?:only|syntax|lts|LTS|or newer|or later|compatible|and up|and newer|minimum|target|features|compliant))?(?=$|[.,;!)])/gu,
  /\b(?:zero|0) (?:new )?(?:dependencies|deps|allocations|downtime|breaking changes|data loss)\b/giu,
  /\b(?:has|have|needs?|must) to (?:keep|stay|remain|retain|preserve)\b|\b(?:must|should) (?:keep|retain|preserve)\b|\bmust continue to\b/giu,
  /\b(?:use|using|with|written in|in|via|on top of) (?:only|just|nothing but|plain|pure|vanilla|the standard library|stdlib)\b|\b(?:stdlib|standard library)(?: only)?\b/giu,
];

/** "If possible" softens any rule. */
export const hedges = lexicon({
  en: `if possible | where possible | when possible | ideally | preferably | prefer | try to | try not to | if you can | as far as possible |
    nothing fancy | rather not | not too`,
  de: 'möglichst | wenn möglich | nach möglichkeit | am liebsten | lieber | idealerweise',
  fr: 'si possible | de préférence | dans la mesure du possible | idéalement | plutôt',
  es: 'si es posible | a ser posible | preferiblemente | de preferencia | idealmente',
  pt: 'se possível | se der | de preferência | preferencialmente | idealmente',
  it: 'se possibile | possibilmente | di preferenza | preferibilmente | idealmente',
  nl: 'indien mogelijk | als het kan | zo mogelijk | bij voorkeur | liefst | liever | idealiter',
  pl: 'jeśli to możliwe | w miarę możliwości | o ile to możliwe | najlepiej | raczej',
  ru: 'по возможности | если можно | если получится | желательно | предпочтительно',
  zh: '尽量 | 尽可能 | 最好 | 优先',
  ja: 'なるべく | できるだけ | 可能なら | できれば',
  ko: '가능하면 | 가급적 | 되도록 | 최대한',
});

/** Units of numbers in a rule for the work; other numbers describe the product. */
export const resource =
  /\b(?:loc|lines?|files?|kb|kib|mb|mib|gb|gib|cpu|memory|ram|overhead|bundle|binary|budget|dependenc\w{1,4}|deps|commits?|diff|prs?|euros?|dollars?|queries|downtime|allocations?|heap|stack|flash|isr|index size|image size|cost|cyclomatic|complexity|params?|parameters|arguments|threads?|connections|workers|batch(?:es)?|lock|runtime|[$€£])\b|[$€£]/iu;

/** Objects of rules for the work, even in a list of requirements. */
export const workObjects =
  /\b(?:dependenc\w{1,4}|deps|librar\w{1,4}|libs?|packages?|frameworks?|public api|api|signature|schema|changed lines|loc|lines of code|backwards?|version|abhängigkeit\w{0,3}|bibliothek\w{0,3}|schnittstelle\w{0,2}|dépendance\w{0,2}|bibliothèque\w{0,2}|dependencia\w{0,2}|librer\w{1,4}|bibliotec\w{1,3}|dependênci\w{1,3}|dipendenz\w|afhankelijkhe\w{1,5}|bibliothe\w{1,4})\b|зависимост|библиотек|依赖|第三方|库|接口|表结构|版本|行以内|依存|ライブラリ|API|スキーマ|의존성|라이브러리/iu;

/** Soft rules for the work: taste, habit, preference. */
export const soft = lexicon({
  en: ` to use the | to use our | rather small | rather several | rather a few | brand guide | our guide | within our | our guidelines | that are already | that is already | close to | nothing elaborate | nothing big | nothing complicated | nothing special | nothing extravagant | nothing over the top | nothing major | nothing huge | nothing sophisticated | nothing flashy | nothing too wild | the way the | the way other | the way we | the way our | use … we have | use … we've got | what … already have | that we have | we have already | written the same | in our usual | on-brand | as is usual | as usual | like everywhere else | like the rest | fits in with | fit in with | blend in | blends in | whatever we already | modest changes | no big changes | no big rewrite | a rewrite | a full rewrite | going overboard | steps | of the other | same as | baby steps | existing | reuse | re-use | same patterns | same pattern | same style | same conventions |
    same approach | same way | same helpers | same test helpers | same tone | our patterns |
    our conventions | our style | our usual | usual | established | conventions | convention | style guide |
    styleguide | house style | guidelines | best practice* | good practice* | stick to | stick with |
    sticking to | keep to | keep with | adhere | conform | in line with | in keeping with |
    consistent with | nothing fancy | nothing too | nothing clever | nothing crazy | nothing exotic |
    nothing wild | keep it | keep things | keep this | keep the change* | keep the code | keep the diff |
    keep your | prefer | preferably | preferred | preference | ideally | if possible | where possible |
    when possible | if you can | where you can | as far as possible | boring | simple | simplest |
    what we have | what we already have | what we use | what we already use | what's already |
    what's there | that we use | we already | already have | already use | already there | idiomatic |
    minimal | small change* | small diff | smallest | small steps | overboard | over-engineer* |
    overengineer* | no over-engineering | try to | try not to | lightweight | low risk | low-risk |
    sensible | in the spirit | in the style | match the | matches the | familiar | mindful | careful |
    carefully | rest of the | other modules | other packages | other screens | other pages | elsewhere |
    like the others | like the other | way we do | way we | how we do | as we do | non-invasive |
    reasonable | reasonably | not too | rather not | i'd rather | without too much |
    without going overboard | conservative* | incremental | pragmatic | no frills | no gold plating |
    no bells | no magic | not a rewrite | no rewrite | don't rewrite everything | don't reinvent |
    not reinvent | don't overdo | don't overcomplicate | don't go crazy | don't get fancy | as few |
    as little | official | our stack | current stack | current setup | current architecture |
    current design | design system | tone of |  clean code | modest | gentle | gently | easy on |
    go easy | respect | follow
  `,
  de: `
    bestehend* | vorhanden* | möglichst | wenn möglich | nach möglichkeit | wie üblich | üblich* |
    konvention* | wie sonst | wie bei | wie in den | gleiche* muster | gleichen muster | muster |
    einfach halten | halte es | nichts ausgefallenes | nichts wildes | nichts kompliziertes | am liebsten |
    lieber | bevorzug* | orientier* | halte dich an | haltet euch | im stil | styleguide | schlicht |
    pragmatisch | überschaubar | minimal* | gewohnt* | bewährt* | richtlinie* | wiederverwend* |
    idealerweise | so wenig
  `,
  fr: ` style | l'esprit | existant* | si possible | de préférence | dans la mesure du possible | conventions | convention |
    comme ailleurs | comme les autres | comme pour | même style | mêmes conventions | reste simple |
    simple* | rien de compliqué | rien de fou | réutilis* | habituel* | plutôt | idéalement |
    bonnes pratiques | inspir* | sobre* | minimal* | suis les | suivre | respecte* | évite si | en place |
    déjà
  `,
  es: `
    existente* | si es posible | a ser posible | preferiblemente | de preferencia | preferencia |
    convenciones | como en el resto | como los demás | mismo estilo | mismos patrones | mismo patrón |
    sencill* | simple* | nada complicado | nada raro | reutiliz* | habitual* | idealmente |
    buenas prácticas | sigue el | sigue los | sigue las | respeta* | mínim* | que ya | ya tenemos |
    ya usamos | estilo
  `,
  pt: `
    existente* | se possível | se der | de preferência | preferencialmente | convenções | como no resto |
    mesmo estilo | mesmos padrões | mesmo padrão | padrão d* | padrões | simples | nada complicado |
    nada demais | reaproveit* | reutiliz* | idealmente | boas práticas | siga | segue o | respeit* |
    mínim* | já temos | já usamos | que já | sem exagero | estilo
  `,
  it: `
    esistent* | se possibile | possibilmente | di preferenza | preferibilmente | convenzion* |
    come nel resto | come gli altri | stesso stile | stessi pattern | semplice* | semplici |
    niente di complicato | nulla di complicato | niente di strano | riutilizz* | riusa* | idealmente |
    buone pratiche | segui | rispett* | minim* | che già | già | stile
  `,
  nl: `
    bestaand* | indien mogelijk | als het kan | zo mogelijk | bij voorkeur | liefst | liever | conventies |
    zoals elders | zoals in de rest | zelfde stijl | zelfde patroon | eenvoudig* | simpel |
    niets ingewikkelds | niks ingewikkelds | hergebruik* | gebruikelijk* | idealiter | hou het | houd het |
    volg | houd je aan | stijl | minima* | al hebben
  `,
  pl: `
    istniejąc* | jeśli to możliwe | w miarę możliwości | o ile to możliwe | najlepiej | raczej | konwencj* |
    jak w pozostałych | jak w reszcie | w tym samym stylu | prost* | nic skomplikowanego |
    bez kombinowania | bez szaleństw | wykorzyst* | trzymaj się | zgodnie z | dobr* praktyk* | minimaln* |
    styl* | obecn*
  `,
  ru: `
    существующ* | по возможности | если можно | если получится | желательно | предпочтительно | лучше |
    как в остальн* | как везде | как обычно | как у нас | в том же стиле | в стиле | стил* | прост* |
    ничего сложного | без фанатизма | без изысков | переиспольз* | придержива* | соглашени* | привычн* |
    минимальн* | имеющ* | текущ* стек* | уже есть | принят*
  `,
  zh: `
    尽量 | 尽可能 | 最好 | 现有 | 已有 | 沿用 | 复用 | 简单 | 不要太复杂 | 别太复杂 | 不要过度 | 保持风格 | 风格 | 规范 | 惯例 | 约定 | 优先 | 参考 |
    按照项目 | 跟其他 | 一致
  `,
  ja: `
    既存 | なるべく | できるだけ | 可能なら | できれば | シンプル | 今の構成 | 現在の構成 | 既にある | 従来 | 同じ | 合わせて | 規約 | 慣習 | 流用 | 再利用 |
    凝った | やりすぎ | 無理のない | 従って | 沿って | そのまま
  `,
  ko: `
    기존 | 가능하면 | 가급적 | 되도록 | 최대한 | 간단 | 단순 | 같은 방식 | 같은 스타일 | 스타일 | 컨벤션 | 관례 | 재사용 | 맞춰 | 따라 | 복잡하지 않게 |
    과하지 않게 | 무리하지
  `,
});

/** Chinese bans: a "don't", then a verb for work on code. */
const chineseBans = ['不能', '不得', '不要', '不许', '不可', '不准', '不允许', '禁止', '别', '勿', '不']
  .flatMap((ban) =>
    [
      '引入',
      '新增',
      '增加',
      '添加',
      '加',
      '修改',
      '改',
      '动',
      '使用',
      '用',
      '变',
      '破坏',
      '影响',
      '依赖',
      '升级',
      '删',
      '碰',
      '装',
    ].map((verb) => `${ban}${ban === '不' ? '' : '…'}${verb}`),
  )
  .join(' | ');

/** Hard rules in other languages: a ban, or an order to keep something. */
export const hardAbroad = lexicon({
  de: `keine neuen | keine neue | kein neues | keine zusätzlich* | keine weiteren | keine extern* | ohne neue | ohne zusätzliche |
    ohne … zu ändern | ohne … anzufassen | ohne … zu verändern | nicht ändern | nicht geändert | nicht verändert | nicht verändern |
    nicht anfassen | nicht angefasst | nicht anrühren | nicht angerührt | nicht brechen | darf nicht | dürfen nicht | darf sich nicht |
    dürfen sich nicht | darf kein* | dürfen kein* | bleibt | bleiben | unverändert | kompatibel | abwärtskompatib* | verboten | tabu |
    muss weiterhin | müssen weiterhin | ausfallfrei | unangetastet | nicht anpassen | nicht hinzufügen | nicht erhöhen | ändert sich nicht`,
  fr: `pas de nouvelle* | pas de nouveau* | aucune nouvelle | aucun nouveau | sans ajouter | sans modifier | sans toucher | sans changer |
    sans casser | sans nouvelle* | ne modifie* pas | ne touche* pas | ne change* pas | ne doit pas | ne doivent pas | ne peut pas |
    ne pas modifier | ne pas toucher | ne pas changer | ne pas ajouter | ne pas casser | interdit* | reste en | rester en | rester sur |
    reste sur | restent | rester | inchangé* | compatible* | n'ajoute* pas | n'ajoute | rétrocompatib* | ne touche à | ne casse* pas | ne bouge* pas`,
  es: `sin dependencias | sin nuevas | sin nuevos | sin añadir | sin agregar | sin tocar | sin cambiar | sin modificar | sin romper |
    sin superar | sin exceder | sin quitar | sin subir | no añad* | no agreg* | no toc* | no toques | no cambi* | no modif* | no se puede | no se pueden |
    no se debe | no se toca* | no us* | no romp* | prohibid* | tiene que seguir | debe seguir | deben seguir | mantener | mantén |
    se mantiene* | se queda en | seguimos en | compatible* | retrocompatib* | intact* | no debe cambiar | no deben cambiar | no puede cambiar`,
  pt: `sem dependências | sem novas | sem novos | sem adicionar | sem mexer | sem mudar | sem alterar | sem quebrar | sem tocar | não adicion* |
    não mex* | não mud* | não alter* | não toqu* | não pode mudar | não pode* alterar | não podem mudar | não us* | não quebr* | proibid* |
    tem que continuar | deve continuar | continua em | manter | mantém | mantenha | permanec* | compatível | compatíveis | retrocompatib* | intact* |
    fica no | fica em`,
  it: `nessuna nuova | nessun nuovo | senza nuove | senza nuovi | senza aggiungere | senza toccare | senza modificare | senza cambiare |
    senza rompere | senza superare | non aggiung* | non tocc* | non modific* | non cambi* | non usare | non romp* | vietat* | deve restare |
    devono restare | deve rimanere | devono rimanere | resta su | resta a | restano | rimane | rimangono | mantenere | mantieni | compatibil* |
    retrocompatib* | invariat* | intatt* | non deve cambiare | non devono cambiare | non può cambiare`,
  nl: `geen nieuwe | geen extra | zonder nieuwe | zonder … te wijzigen | niet wijzigen | niet gewijzigd | niet aanpassen | niet aangepast |
    niet veranderen | niet aanraken | niet aangeraakt | mag niet | mogen niet | mag geen | mogen geen | verboden | blijft | blijven |
    ongewijzigd | compatibel | achterwaarts* | intact | niets aan … veranderen`,
  pl: `bez nowych | bez nowej | bez dodatkowych | bez zmian | bez zmiany | bez dodawania | bez ruszania | żadnych nowych | nie zmieniaj* |
    nie ruszaj* | nie dodawaj* | nie dotykaj* | nie modyfikuj* | nie używaj* | nie wolno | nie może się | nie mogą się | nie łam* | zabronion* | zostaje |
    zostają | pozostaje | pozostają | pozostać | ma zostać | niezmienion* | kompatybiln* | zgodność | zgodn* wstecz*`,
  ru: `без новых | без новой | без дополнительных | без изменени* | без добавления | никаких новых | не меня* | не измен* | не трога* |
    не добавля* | не использ* | не ломай* | не лома* | не должен расти | не должна вырасти | не должен вырасти | не должно вырасти | не должен меняться | не должна меняться | не должно меняться | не должны меняться | не должен измениться | не должна измениться |
    нельзя | запрещ* | остается | остаётся | остаются | остаться | неизменн* | совместим* | обратн* совместимост*`,
  zh: ` 保持 … 版本 | 保持 … 一致 | ${chineseBans} | 不引入 | 不增加 | 不修改 | 不改 | 不动 | 不使用 | 切勿 | 无需新增 | 必须兼容 | 兼容 | 保持不变 | 不变 | 零停机 | 保持 … 不变`,
  ja: `禁止 | 追加しない | 追加せず | 変更しない | 変更せず | 変えない | 変えず | 使わない | 使わず | 使用しない | 触らない | 触らず | 壊さない | 壊さず |
    増やさない | 増やさず | 導入しない | 導入せず | 不可 | 互換 | 維持 | 据え置き | 変わらない | 入れない | 入れず | いじらない | いけません | 変えないで |
    触らないで | 追加しないで | 使わないで | 変更しないで`,
  ko: `하지 말 | 하지 마 | 금지 | 추가 없이 | 변경 없이 | 수정 없이 | 말고 | 지 마세요 | 지 말 | 호환 | 유지 | 그대로 | 변경 불가 | 추가하지 않 |
    변경하지 않 | 바꾸지 않 | 건드리지 | 사용하지 않 | 수정하지 않 | 바뀌면 안`,
});

/** "No X", "without X": a ban when a clause opens with it, part of a description elsewhere. */
export const openingBans = lexicon({
  de: 'ohne | kein | keine | keinen | nichts',
  fr: "sans | aucun | aucune | pas de | pas d' | ne pas | rien",
  es: 'sin | ninguna | ningún | nada de | no',
  pt: 'sem | nenhuma | nenhum | nada de | não',
  it: 'senza | nessuna | nessun | niente | non',
  nl: 'zonder | geen | niets',
  pl: 'bez | żadnych | żadnej | żadne | nie',
  ru: 'без | никаких | никакого | не',
  ja: 'なしで | 無しで',
  ko: '없이',
});

/** "Only" and "at most": a limit of the work beside other rules, a limit of the product alone. */
export const limitsAbroad = lexicon({
  de: 'höchstens | maximal | max | nicht mehr als | nicht größer | nicht länger | unter | nur | ausschließlich | darf nur | dürfen nur',
  fr: 'au plus | au maximum | maximum | max | pas plus de | moins de | seulement | uniquement | rien que | que du',
  es: 'como máximo | máximo | máx | no más de | menos de | solo | sólo | solamente | únicamente',
  pt: 'no máximo | máximo | máx | não mais que | menos de | só | somente | apenas',
  it: 'al massimo | massimo | max | non più di | meno di | solo | soltanto | esclusivamente',
  nl: 'hooguit | hoogstens | maximaal | max | niet meer dan | minder dan | onder de | alleen | uitsluitend',
  pl: 'najwyżej | maksymalnie | maks | nie więcej niż | poniżej | mniej niż | tylko | wyłącznie',
  ru: 'не более | не больше | максимум | не выше | не дольше | менее | только | исключительно',
  zh: '仅 | 只能 | 只用 | 只使用 | 只允许 | 最多 | 不超过 | 不大于 | 以内 | 小于',
  ja: 'のみ | だけ | 以内 | 以下 | 未満 | 超えない',
  ko: '만 사용 | 만 써 | 만 허용 | 이내 | 이하 | 미만 | 넘지 | 초과하 | 최대',
});

/** "No constraints at all: new deps, breaking changes, I don't mind" sets no rule. */
export const noRules =
  /\b(?:no (?:constraints|restrictions|limits|limitations|rules|strings)|(?:do|use|change|try|add|pick) (?:whatever|anything|what you)|(?:don['’]?t|do not) (?:really )?(?:mind|care)|anything goes|feel free|free hand|carte blanche|free rein|whatever you (?:like|want|need)|you (?:can|may) (?:use|add|change|break|rewrite|touch|introduce)|(?:is|are|'s|’s) (?:all )?(?:fine|ok|okay|allowed|welcome|up to you|negotiable)(?: with me| by me| too| if| as well)?(?=[.,;!)]|$))/iu;

/** The same in other languages. */
export const noRulesAbroad = lexicon({
  de: `
    keine einschränkungen | keine vorgaben | freie hand | ist mir egal | mach was du willst |
    alles erlaubt | keine randbedingungen
  `,
  fr: `
    aucune contrainte | pas de contrainte* | carte blanche | fais comme tu veux | ça m'est égal |
    peu importe | libre de
  `,
  es: `
    sin restricciones | sin limitaciones | ninguna restricción | carta blanca | me da igual |
    haz lo que quieras | como quieras
  `,
  pt: `
    sem restrições | nenhuma restrição | carta branca | tanto faz | faça o que quiser | fica à vontade |
    como quiser
  `,
  it: `
    nessun vincolo | senza vincoli | carta bianca | fai come vuoi | non mi importa | libero di
  `,
  nl: `
    geen beperkingen | geen randvoorwaarden | vrije hand | maakt me niet uit | doe wat je wilt | mag alles
  `,
  pl: `
    bez ograniczeń | żadnych ograniczeń | wolna ręka | wszystko jedno | rób co chcesz | obojętne
  `,
  ru: `
    ограничений нет | без ограничений | никаких ограничений | делай что хочешь | как хочешь | всё равно |
    все равно | неважно
  `,
  zh: `没有限制 | 没有约束 | 没什么限制 | 随便 | 随意 | 怎么改都行 | 都可以`,
  ja: `制約はありません | 制約なし | 制限なし | 自由に | お任せ | 何でも構い | 好きに`,
  ko: `제약 없 | 제한 없 | 제약은 없 | 제한은 없 | 마음대로 | 자유롭게 | 알아서`,
});

/** Next to a hard rule in the same sentence, these words make another rule. */
export const modal =
  /\b(?:must|may|has to|have to|needs? to|stays?|remains?|only|at most|keeps?|nothing|everything (?:has|must|runs?|stays))\b/iu;

/** "Nothing drastic", "nothing too clever". */
export const nothingMuch =
  /^(?:and |but )?nothing (?:too |very |overly )?(?!but\b|else\b|may\b|must\b|should\b|is\b|happens\b|that\b|in\b)[a-z-]{3,16}[.!]?$/iu;
