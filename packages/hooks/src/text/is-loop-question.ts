/** Longer texts describe work. */
const MAX_QUESTION = 160;

/** `what is a loop?`, `how do loops end`, `does the loop stop by itself?` */
const QUESTION =
  /^(?:please )?(?:what|how|why|when|where|who|which|explain|describe|tell me|does|do|is|are|can|will)\b[^.!\n`]*\b(?:(?:a|the|this|that|these|your|my|what) loop|loops|loopwright|loop plugin)\b(?: (?:[a-z]+ ?){0,5})?$/i;

/** The questions of seed 003, which calls the plugin itself `loop`. */
const BY_NAME =
  /^(?:(?:what is|what's|what does|how does|explain) loop(?: work| do| mean)?|(?:loop )?help)$/i;

/** Loops of programs: `why does the loop in parser.js never end?` is work. */
const OF_A_PROGRAM =
  /\b(?:event|for|while|game|main|inner|outer|infinite|render|retry|feedback) loops?\b|[/`=]|\w\.\w|--/i;

/** True for a question about loops, such as `what is a loop?`: it asks for an answer and for no work. */
export function isLoopQuestion(text: string): boolean {
  const said = text.trim();
  if (said.length > MAX_QUESTION || OF_A_PROGRAM.test(said)) return false;
  const bare = said.replace(/[\s?!.]+$/, '');
  if (BY_NAME.test(bare)) return true;
  return QUESTION.test(bare) && !/\b(?:and|then) (?:fix|mend|change|make)\b/i.test(said);
}
