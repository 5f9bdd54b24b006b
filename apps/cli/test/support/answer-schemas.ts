import { error } from '../../src/answers/schemas.ts';
import { answers, type VerbName } from '../../src/verbs/verbs.ts';

type VerbSchemas = { readonly [V in VerbName]: Awaited<ReturnType<(typeof answers)[V]>> };

const loaded = await Promise.all(
  Object.entries(answers).map(async ([verb, load]) => [verb, await load()] as const),
);

/** What each verb answers with `--json`. A verb that fails answers in the schema `error`. */
export const answerSchemas = { error, ...(Object.fromEntries(loaded) as VerbSchemas) };
