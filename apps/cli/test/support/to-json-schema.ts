import * as z from 'zod';
import { answerSchemas } from './answer-schemas.ts';

/** Returns one JSON Schema document: `$defs` has a schema for each verb, and the shared ones beside them. */
export function toJsonSchema(): object {
  const shared = new Map<string, object>();
  const verbs = Object.entries(answerSchemas).map(([verb, schema]) => {
    // A schema with an id becomes a shared definition, also where it is the whole answer of a verb.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ answer: schema }), { io: 'output' });
    for (const [id, { id: _id, ...body }] of Object.entries($defs)) shared.set(id, body);
    return [verb, properties?.['answer']] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://github.com/loopwright/loopwright/apps/cli/answers.schema.json',
    title: 'What loop answers with --json',
    $defs: { ...Object.fromEntries(verbs), ...Object.fromEntries(shared) },
  };
}
