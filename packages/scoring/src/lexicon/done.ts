import { lexicon } from './phrases.ts';

/**
 * English ways to ask for a delivery: an event outside the work tree that anyone can look up.
 * English gets whole phrases, because "release", "merge" and "deploy" are nouns of many features too.
 */
const delivered =
  'merged|released|deployed|shipped|published|tagged|live|pushed|submitted|uploaded|rolled out|landed|squashed|in production|in prod|on production|on prod|on staging|in staging|signed off|approved|accepted|available';

const deliver = 'merge|deploy|release|publish|ship|push|tag|roll out|upload|submit|land|squash|promote';

/** The delivered thing is the work itself, or the sentence says that it ends. */
const theWork =
  "it|it's|it’s|its|this|that|everything|all|pr|mr|pull request|merge request|change|changes|fix|fixes|branch|feature|work|code|result|release|version|build|package|image|patch|commit|migration|flag|app|update|done|finished|complete|completed|ends|end|over|ready|closed|close|task|ticket|story|issue|finish|stop|work|v?\\d[\\d.]{0,12}|docs?|page|site|\uFFFC{1,80}";

/** An event that ends the work, as a request and not as a report. */
export const delivery: readonly RegExp[] = [
  // get it merged, have this live on production
  new RegExp(
    `\\b(?:get|gets|have|see|want|wants|needs?|getting|need) (?:it|this|that|them|everything|the [\\w-]{1,20}(?: [\\w-]{1,20})?|[\\w-]{1,20})(?: to be| all| then| out)?(?: (?:${delivered}|onto|into|to production|to prod|to staging|on main|on master|out to))\\b`,
    'giu',
  ),
  // once it's merged, when the PR has been approved, ends with a PR that's merged
  new RegExp(
    `\\b(?:(?:once|when|until|till|as soon as|after|before)\\s(?:[^.!?\\n]{0,30}?\\b)?(?:${theWork})|(?:${theWork})\\b[^.!?\\n]{0,40}?\\s(?:once|when|until|till|as soon as|after|is|are|means|must be|to be|should be|has to be|have to be|needs to be))\\b(?:[^.!?\\n]{0,50}?\\s)?(?:${delivered})(?=[\\s.,;:!?)]|$)`,
    'giu',
  ),
  // PR merged to main
  /\b(?:pr|mr|pull request|merge request|change|branch|patch|commit|release|version|build|package|fix|v\d[\d.]{0,10})s? (?:is |are |has been |was )?(?:\w{1,12} (?:and )?)?(?:merged|released|deployed|published|tagged|shipped|approved|landed|accepted|opened|squashed|live|pushed)\b/giu,
  /\b(?:put|get|ship|upload|release|publish|push|submit|send|make|build|cut|have|want)\b[^.!?\n]{0,40}?\b(?:testflight|app store|play store|google play|beta track|beta channel|crates\.io|pypi|maven central|docker hub|ghcr|staging|production|prod)\b/giu,
  /\bcut v?\d|\bgo(?:es|ing)? live\b|\bpr it\b|\bgets? (?:merged|tagged|released|deployed|published|shipped)\b/giu,
  // merge to main; then deploy it to staging; push the result to the branch
  new RegExp(
    `(?:^|[,;:.!–—-]\\s{0,2}|\\b(?:and|then|please|pls|plz|also|finally|afterwards|just|to|can you|could you|should|must|by|with|before you|you|and then|i'd like you to|want you to|we)\\s)(?:${deliver})(?:ing)?\\s(?:it\\b|this\\b|that\\b|them\\b|the (?:result|change|changes|fix|branch|pr|whole|lot|release|new|package|image|build|outcome|work|thing|app|site)\\b|your\\b|everything\\b|all\\b|a\\b|as\\b|to\\b|into\\b|onto\\b|on\\b|with\\b|v?\\d|\\uFFFC|with\\b|straight\\b|when\\b|once\\b|afterwards\\b|live\\b)`,
    'giu',
  ),
  /\b(?:open|raise|create|submit|send|file|put up|put in|make|opens|with|as|in) (?:me |us |up )?(?:a|the|one) (?:single |draft |small |clean )?(?:pr|mr|pull request|pull-request|merge request)\b/giu,
  /\b(?:cut|do|make|draft|push out|put out|prepare|create) (?:a|the|another|one) (?:new |patch |minor |major |final |bugfix |github |hotfix |point |stable |beta )?(?:release|tag|hotfix|hot fix)\b/giu,
  /\b(?:to be|gets?|goes|go|going|comes?|out|ship|ships|shipped|part of|included|land|lands) (?:\w{1,10} )?(?:out |in |as |part |of |with |into |live |on ){1,4}(?:the )?(?:release|version|prod|production|staging|v?\d{1,9}\.\d{1,9}[\d.]{0,8}|main|master|app store|play store|testflight)\b/giu,
  /\b(?:put|bring|take|get|roll|have|push|ship|send) (?:it|this|that|them|everything|the \w{1,15}) (?:all )?(?:online|live|out|on prod|into prod|to prod|onto|on the|into the|to production|in production|into production|to staging|on staging|into main|on main|to main|to master|into master|to everyone|to all)\b/giu,
  /\b(?:on|in|to|into|onto|at|with) (?:the )?(?:testflight|play store|app store|google play|beta track|npm registry|crates\.io|pypi|maven central|docker hub|dockerhub|ghcr|rubygems|packagist|nuget|chrome web store|marketplace)\b/giu,
  /\b(?:live|running|rolled out|enabled|available|switched on|turned on|at 100 ?%|up) (?:\w{1,10} ){0,2}(?:in|on|to|for) (?:\w{1,10} )?(?:prod|production|staging|everyone|all users|all customers|all tenants|canary)\b/giu,
  /\b(?:qa|product|legal|design|the customer|customer|security|team lead|reviewer|reviewers|client) (?:has |have |had )?(?:signed off|sign-off|signs off|sign off|approved|approves|accepted|accepts)\b/giu,
  /\b(?:merged|squashed|landed|pushed) (?:back )?(?:in|into|to|onto|on) (?:\w{1,12} )?(?:\uFFFC|main|master|develop|trunk|dev|mainline|the release branch|release)/giu,
  /\b(?:ticket|issue|story|jira) (?:is |has been |gets |can be |may be |to |moved to |set to ){1,4}(?:closed|done|resolved)\b/giu,
];

/** Deliveries in other languages: stems, because inflection does what English does with word order. */
export const deliveryAbroad = lexicon({
  de: `
    gemerg* | gemerget | mergen | deployed | deployt | deployen | ausgerollt | ausrollen | veröffentlich* |
    released | releasen | getaggt | taggen | live gehen | live geht | live ist | produktiv gesetzt |
    produktiv geschaltet | ausgeliefert | in produktion ist | in produktion läuft | übernommen in |
    gepusht | pushen | freigegeben | abgenommen | eingespielt | pull request | merge request | eingecheckt
  `,
  fr: ` met* … en production | mise en production | mis* en production | pass* en production | met* … en prod | mis* en prod | met* … en ligne | mis* en ligne | soit en production | est en production | soit en ligne | est en ligne | tourne en production | déployé* en | en préprod* | fusionn* | merg* | déploy* | publi* |  livr* |
    poussé* | pousse-le | tag | tagg* | pull request |  validé par | recetté*
  `,
  es: ` esté en producción | está en producción | pon* … en producción | puest* en producción | poner … en producción | pase a producción | llegue a producción | fusionad* | fusion* | merge* | mergea* | desplegad* | desplieg* | despliegu* | publicad* | publica* |
    publíca* |  a producción | súbelo | sube | subir a | subido a | integrad* | etiquetad* |
    liberad* | lanzad* | pull request
  `,
  pt: ` coloc* … em produção | esteja em produção | estiver em produção | está em produção | rodando em produção | mergead* | merge | mergear | mescla* | deploy | deployad* | publicad* | publica | publicar |  pra produção | para produção | implantad* | lançad* | sobe | subir para | no ar |
    pull request | integrad*
  `,
  it: ` mett* … in produzione | mess* in produzione | sia in produzione | è in produzione | sarà in produzione | va in produzione | port* … in produzione | mergiat* | merge | mergiare | unit* a | unit* in | fuso | fusa | rilasci* | pubblic* | 
    deploy* | deployat* | messo online | messa online | pull request | distribuit*
  `,
  nl: ` op productie | in productie is | in productie staat | in productie draait | in productie gaat | in productie gen* | gemerged | gemerget | mergen | merge | uitgerold | uitrollen | gereleased | releasen | gedeployd |
    gedeployed | deployen | deploy | live staat | live is | live zet* |  naar productie |
    gepubliceerd | publiceer* | pull request | getagd | opgeleverd
  `,
  pl: `
    scal* | zmerg* | zmergowa* | wdroż* | wdraż* | wypuść | wypuszcz* | opubliku* | opublikowa* |
    na produkcj* | wydan* | wrzuć na | pull request | otagowa*
  `,
  ru: `
    влит* | влей | вливаем | смерж* | смёрж* | замерж* | мерж* | мёрж* | задепло* | депло* | выкат* |
    опубликова* | опубликуй | зарелиз* | релиз* | в прод | на прод | на проде | в продакшн* | в продакшен* |
    на бою | выложи* | выпусти* | пулл-реквест | залей | запуш* | тег
  `,
  zh: `
    合并到 | 合入 | 合并进 | 合并后 | 并合并 | 合并至 | 发布 | 上线 | 部署 | 打标签 | 打 tag | 推送到 | 提交 PR | 提 PR | 灰度 | 合并
  `,
  ja: `マージ | リリース | デプロイ | 公開 | 本番 | プルリク | タグを | 反映`,
  ko: `머지 | 병합 | 배포 | 릴리스 | 릴리즈 | 출시 | 푸시 | 반영`,
});

/** Ends that only a feeling can find ("when it's good"), or a bare order to stop. */
export const stopping: readonly RegExp[] = [
  /(?:^|[,;:.!?–—(-]\s{0,2}|\b(?:and|then|please|pls|but|just|can|may|to|should|could|ok to|fine to|free to|you|i'd say|we|we'll|so|must|will)\s)(?:stop|quit|finish|finish up|wrap up|call it a day|call it done|call it good|leave it|pause|halt|end)(?:\s(?:here|there|it|once|when|whenever|as soon as|after|if|at|only|right|then|working|the moment|where|with)\b|[.!,;)]|$)/giu,
  /\b(?:keep|carry|go|going|continue|keep on|press|plough|stay|work|iterate|push|take|polish|tweak|play|keep at|hammer|refine|repeat|run|proceed|loop|grind|don't stop|do not stop|dont stop|not stop|don't give up|try|improve|fiddle|experiment)\b[^.!?\n]{0,60}?\b(?:until|till|til|as long as|all the way|for as long)\b/giu,
  /\b(?:keep going|keep at it|carry on|go on until|don['’]?t stop|do not stop|don['’]?t give up|no stopping|stay (?:at|on) it|all the way)\b/giu,
  /\b(?:done|finished|through|complete|completed|ready|over|ok|happy|good to go|good|satisfied|fine|ur done)\b\s?(?:=|:|once|when|whenever|as soon as|if|means|with it when|only when|after|is when)(?=\s|$)/giu,
  /\b(?:good enough|close enough|ur? done|you(?:['’]re| are| can be|['’]ll be) (?:done|finished|through)|(?:i|we)['’](?:m|re) (?:done|happy|satisfied)|(?:is|it['’]s|be) (?:done|finished) (?:when|once|as soon as)|call it (?:done|finished|complete|a day|good|quits)|consider (?:it|this|that|the \w{1,12}) (?:done|finished|complete|closed|resolved))\b/giu,
  /\b(?:when|once|as soon as|until|till|whenever|if) (?:it|that|this|they|things|everything|all of it|all|the whole thing|it all|you|the \w{1,15}) (?:\w{1,10} ){0,2}?(?:works?|working|runs?|usable|works well|plays well|feels?|looks?|behaves|seems?|is (?:ok|okay|fine|good|usable|decent|nice|in place|there)|are (?:ok|okay|fine|good|happy|satisfied|done|in place|there)|think|are happy|is done|happy|run out)\b/giu,
  /\b(?:until|till|til)\s(?:it|they|things|that|this|everything|you|we|i|all|the \w{2,15})(?:['’](?:s|re|m|ve)|\s(?:is|are|am|feels?|looks?|seems?|reads?|works?|sounds?|think|would|could|can|gets?|becomes?))\b/giu,
  /\benough (?:is|when|if|once)\b/giu,
  /\b(?:that['’]?s|that is|that['’]ll be|this is) (?:enough|it|all|done|good enough|when (?:you|it)['’]?s? (?:are )?done)\b[.!]?$/giu,
  /\b(?:finished|done|complete|stops?|ends|over|closed|completed)\b[^.!?\n]{0,12}\b(?:when|once|as soon as|the moment|after)\b/giu,
  /\b(?:when(?:ever)?|as soon as|once) (?:you['’]?re|you are|you feel|you think|you believe|i['’]?m|we['’]?re|we are|i am|we can) (?:\w{1,12} ){0,3}?(?:happy|satisfied|confident|done|finished|through|enough|good|proud|comfortable|content|it)\b/giu,
];

/** The same in other languages. */
export const stoppingAbroad = lexicon({
  de: ` mach schluss | schluss machen | hör auf | hör dann auf | höre auf | aufhören | mach weiter | mach so lange | mache weiter |
    weitermachen | so lange … bis | solange … bis | weiter … bis | bis es | bis das | bis alles |
    fertig … wenn | fertig … sobald | ist fertig | fertig ist | gut genug | reicht | abgeschlossen … wenn |
    abgeschlossen … sobald | erledigt … wenn | erledigt … sobald | sobald es | wenn es läuft |
    wenn es funktioniert | wenn alles | fertig bist du | schluss ist | dann ist schluss | dann ist gut |
    zufrieden
  `,
  fr: ` t'arrêtes | s'arrêter | arrête | arrêtes | tu arrêtes | arrête-toi | arrête toi | arrête quand | arrêtez | t'arrêter | vous arrêter | s'arrête |
    tu peux arrêter | tu arrêtes | continue jusqu'* | continuez jusqu'* | jusqu'à ce que | terminé quand |
    terminée quand | terminé dès | terminée dès | fini quand | c'est fini | quand ça marche |
    quand ça fonctionne | quand ça va | dès que ça | dès que cela | assez bien | suffisamment | ça suffit |
    quand tu estimes | quand tu es | satisfait* | quand tout
  `,
  es: `
    para cuando | párate | para en cuanto | puedes parar | detente | sigue hasta | continúa hasta |
    continúa | hasta que | termina cuando | terminad* cuando | acaba cuando | se cierra cuando | se da por |
    cuando funcione | cuando quede | cuando esté | suficientemente | lo suficiente | con eso basta |
    ya está | hecho cuando | listo cuando | lista cuando | puedes terminar | satisfech*
  `,
  pt: `
    pode parar | pare quando | para quando | pode encerrar | continue até | continua até | vai até |
    até que | até ficar | até o | até estar | até funcionar | termina quando | terminad* quando |
    pronto quando | está pronto | concluíd* quando | quando funcionar | quando ficar | quando estiver |
    bom o suficiente | suficiente | satisfeit* | já chega
  `,
  it: `
    fermati | puoi fermarti | smetti | ti puoi fermare | continua finché | continua fino | vai avanti |
    finché | fino a quando | fino a che | finito quando | finita quando | terminat* quando |
    quando funziona | quando va bene | quando ti sembra | quando sei | abbastanza | può bastare |
    basta così | soddisfatt* | si chiude quando | è fatta quando
  `,
  nl: `
    stop als | stop wanneer | stop zodra | stop maar | je mag stoppen | mag je stoppen | kun je stoppen |
    kan je stoppen | ga door | doorgaan tot | totdat | tot het | tot alles | klaar als | klaar wanneer |
    klaar zodra | is klaar | goed genoeg | als het werkt | wanneer het werkt | zodra het | tevreden |
    afgerond als | afgerond zodra
  `,
  pl: `
    zatrzymaj się | przestań | skończ | możesz skończyć | możesz przestać | kontynuuj | pracuj | aż |
    dopóki | dopóty | koniec, gdy | koniec gdy | koniec, kiedy | gotowe, gdy | gotowe gdy | gotowe, kiedy |
    gdy zacznie | gdy będzie | jak będzie | kiedy będzie | jak zadziała | gdy działa | wystarczająco |
    wystarczy | zadowolon*
  `,
  ru: ` пока | остановись | останавливайся | можно остановиться | можешь остановиться | прекрати | закончи |
    заканчивай | продолжай | работай | пока не | до тех пор | готово, когда | готово когда | готова, когда |
    закончена, когда | завершен* , когда | когда заработает | когда станет | когда всё | когда все |
    когда будет | как только | достаточно | хватит | доволен | считай
  `,
  zh: ` 可以结束 | 就结束 | 就收工 | 结束即可 | 为止 | 差不多就 | 就可以停 | 就停 | 停下 | 停止 | 可以停 | 就算完成 | 即可结束 | 视为完成 | 就行 | 就可以了 | 够用 | 足够好 | 满意 | 一直做到 | 一直改到 |
    直到 | 即完成 | 为完成 | 才算完成 | 能用就
  `,
  ja: `
    止めて | やめて | 終わって | 終了して | 終わりで | まで続けて | まで続け | 続けて | まで繰り返 | 十分 | 動いたら | 動くように | なったら | できたら | たら完了 |
    たら終了 | 満足 | 納得
  `,
  ko: `멈춰 | 멈추 | 그만 | 때까지 | 끝내 | 종료 | 충분 | 되면 완료 | 되면 끝 | 하면 완료 | 하면 끝 | 만족 | 작동하면 | 계속`,
});

/** Words that make a delivery a piece of history or an exception. */
export const notAsked: readonly RegExp[] = [
  /\b(?:since|before|after) (?:the|we|our|last|i|they|it|being)\b[^.!?\n]{0,30}$/iu,
  /\b(?:we|i|they|he|she|who|somebody|someone|team|others?|editors?|which|already|recently|previously|yesterday|earlier|originally|dave|colleague)(?: have| has| had|['’]ve|['’]d| was| were| already| just| recently){0,4} $/iu,
  /\b(?:don['’]?t|do not|never|without|no need to|not|nor|no|won['’]?t|isn['’]?t|needn['’]?t|shouldn['’]?t|must not|mustn['’]?t|instead of|rather than|before (?:we|you|i))(?: to| be| even| yet| need to| have to| bother to| bother| merge,?| push,?| deploy,?| release,?| you| anything| ever| or| and){0,4} $/iu,
];

export const history =
  /\b(?:ago|yesterday|last (?:week|month|year|night|friday|monday|tuesday|wednesday|thursday|sprint|release|deploy|time)|was (?:merged|released|deployed|shipped|published)|were (?:merged|released|deployed|shipped|published)|since (?:the|we|our|it|last|release|version|v\d)|back in|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday) (?:and|we|it|but)|already (?:merged|deployed|released)|times a (?:day|week)|each merge|usually|normally|every (?:day|week|sprint))\b/iu;

/** "no merge", "not deploy" and their like in other languages. */
export const notAskedAbroad = lexicon({
  de: `
    nicht | kein | keine | keinen | ohne | seit | letzte woche | gestern | letzten | letztem | letzter
  `,
  fr: `ne | n' | pas | sans | depuis | dernier | dernière | hier`,
  es: `no | sin | desde | ayer | pasad* | nunca`,
  pt: `não | sem | desde | ontem | passad* | nunca`,
  it: `non | senza | da quando | ieri | scors*`,
  nl: `niet | geen | zonder | sinds | gisteren | vorige`,
  pl: `nie | bez | od czasu | wczoraj | ostatni*`,
  ru: `не | без | после последнего | вчера | с прошлого`,
  zh: `不要 | 不需要 | 不用 | 别 | 无需 | 上次 | 昨天 | 自从`,
  ja: `しないで | せずに | 不要 | 前回 | 昨日 | しない | 以降`,
  ko: `하지 마 | 하지 말 | 없이 | 지난 | 어제 | 이후로`,
});

/** In a part that is about the end, a participle is enough: "Done = rolled out to everybody". */
export const deliveredWord = new RegExp(
  `\\b(?:${delivered}|${deliver}|testflight|app store|play store)\\b`,
  'giu',
);

/** Words that always mean a delivery, in any language. */
export const jargon =
  /merg|deploy|releas|rollout|ausgerollt|\bprod|\bmain\b|\bmaster\b|\bpr\b|\bmr\b|testflight|staging|мерж|деплой|влит|прод|релиз|合并|合入|上线|部署|发布|マージ|デプロイ|リリース|本番|머지|병합|배포|운영/iu;
