/** Events outside the work tree that anyone can look up. Whole phrases ask for them, because "release", "merge" and "deploy" are nouns of many features too. */
const delivered =
  'testflight|app store|play store|merged|released|deployed|shipped|published|tagged|live|pushed|submitted|uploaded|rolled out|landed|squashed|in production|in prod|on production|on prod|on staging|in staging|signed off|approved|accepted|available';

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
  /\b(?:live|running|rolled out|enabled|available|switched on|turned on|at 100 ?%|up) (?:\w{1,10} ){0,2}(?:in|on|to|for) (?:\w{1,10} )?(?:prod|production|staging|everyone|all users|all customers|all tenants|canary)\b/giu,
  /\b(?:merged|squashed|landed|pushed) (?:back )?(?:in|into|to|onto|on) (?:\w{1,12} )?(?:\uFFFC|main|master|develop|trunk|dev|mainline|the release branch|release)/giu,
];

/** In a part that is about the end, a participle is enough: "Done = rolled out to everybody". */
export const deliveredWord = new RegExp(`\\b(?:${delivered}|${deliver})\\b`, 'giu');

/** Ends that only a feeling can find ("when it's good"), or a bare order to stop. */
export const stopping: readonly RegExp[] = [
  /(?:^|[,;:.!?–—(-]\s{0,2}|\b(?:and|then|please|pls|but|just|can|may|to|should|could|ok to|fine to|free to|you|i'd say|we|we'll|so|must|will)\s)(?:stop|quit|finish|finish up|wrap up|call it a day|call it done|call it good|leave it|pause|halt|end)(?:\s(?:here|there|it|once|when|whenever|as soon as|after|if|at|only|right|then|working|the moment|where|with)\b|[.!,;)]|$)/giu,
  /\b(?:keep|carry|go|going|continue|keep on|press|plough|stay|work|iterate|push|take|polish|tweak|play|keep at|hammer|refine|repeat|run|proceed|loop|grind|don't stop|do not stop|dont stop|not stop|don't give up|try|improve|fiddle|experiment)\b[^.!?\n]{0,60}?\b(?:until|till|til|as long as|all the way|for as long)\b/giu,
  /\b(?:keep going|keep at it|carry on|go on until|don['’]?t stop|do not stop|don['’]?t give up|no stopping|stay (?:at|on) it|all the way)\b/giu,
  /\b(?:done|finished|through|complete|completed|ready|over|ok|happy|good to go|good|satisfied|fine|ur done)\b\s?(?:=|:|once|when|whenever|as soon as|if|means|with it when|only when|after|is when)(?=\s|$)/giu,
  /\b(?:good enough|close enough|enough (?:is|when|if|once)|ur? done|you(?:['’]re| are| can be|['’]ll be) (?:done|finished|through)|(?:i|we)['’](?:m|re) (?:done|happy|satisfied)|(?:is|it['’]s|be) (?:done|finished) (?:when|once|as soon as)|call it (?:done|finished|complete|a day|good|quits)|consider (?:it|this|that|the \w{1,12}) (?:done|finished|complete|closed|resolved))\b/giu,
  /\b(?:when|once|as soon as|until|till|whenever|if) (?:it|that|this|they|things|everything|all of it|all|the whole thing|it all|you|the \w{1,15}) (?:\w{1,10} ){0,2}?(?:works?|working|runs?|usable|works well|plays well|feels?|looks?|behaves|seems?|is (?:ok|okay|fine|good|usable|decent|nice|in place|there)|are (?:ok|okay|fine|good|happy|satisfied|done|in place|there)|think|are happy|is done|happy|run out)\b/giu,
  /\b(?:until|till|til)\s(?:it|they|things|that|this|everything|you|we|i|all|the \w{2,15})(?:['’](?:s|re|m|ve)|\s(?:is|are|am|feels?|looks?|seems?|reads?|works?|sounds?|think|would|could|can|gets?|becomes?))\b/giu,
  /\b(?:that['’]?s|that is|that['’]ll be|this is) (?:enough|it|all|done|good enough|when (?:you|it)['’]?s? (?:are )?done)\b[.!]?$/giu,
  /\b(?:when(?:ever)?|as soon as|once) (?:you['’]?re|you are|you feel|you think|you believe|i['’]?m|we['’]?re|we are|i am|we can) (?:\w{1,12} ){0,3}?(?:happy|satisfied|confident|done|finished|through|enough|good|proud|comfortable|content|it)\b/giu,
];

/** Words before a delivery that make it a piece of history or an exception. */
export const notAsked: readonly RegExp[] = [
  /\b(?:we|i|they|he|she|who|somebody|someone|team|others?|editors?|which|already|recently|previously|yesterday|earlier|originally|dave|colleague)(?: have| has| had|['’]ve|['’]d| was| were| already| just| recently){0,4} $/giu,
  /\b(?:don['’]?t|do not|never|without|no need to|not|nor|no|won['’]?t|isn['’]?t|needn['’]?t|shouldn['’]?t|must not|mustn['’]?t|instead of|rather than|before (?:we|you|i))(?: to| be| even| yet| need to| have to| bother to| bother| merge,?| push,?| deploy,?| release,?| you| anything| ever| or| and){0,4} $/giu,
];

/** Talk of what was or is done regularly, and of what the product does "when a PR is merged". */
export const descriptions: readonly RegExp[] = [
  /\b(?:ago|yesterday|last (?:week|month|year|night|friday|monday|tuesday|wednesday|thursday|sprint|release|deploy|time)|was (?:merged|released|deployed|shipped|published)|were (?:merged|released|deployed|shipped|published)|since (?:the|we|our|it|last|release|version|v\d)|back in|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday) (?:and|we|it|but)|already (?:merged|deployed|released)|times a (?:day|week)|each merge|usually|normally|every (?:day|week|sprint))\b/giu,
  /\b(?:when|whenever|if|after|once|every time|each time)\b[^.!?\n]{0,60}?\b(?:merged|released|deployed|published|tagged|approved|pushed|shipped|uploaded|submitted|accepted)\b[^.!?\n]{0,20}?,[^.!?\n]{0,60}?\b(?:should|must|shall|shows?|sends?|gets?|posts?|returns?|will|has to|needs to)\b/giu,
];
