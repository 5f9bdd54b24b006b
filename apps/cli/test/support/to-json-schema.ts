import * as z from 'zod';
import { answerSchemas } from '../../src/verbs/answers.ts';

/** Gives the schemas of all answers as one JSON Schema document, by the name of the verb. */
export function toJsonSchema(): object {
  const answers = Object.entries(answerSchemas).map(([verb, schema]) => {
    const { $schema: _draft, ...body } = z.toJSONSchema(schema, { io: 'output' });
    return [verb, body] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What loop answers with --json',
    $defs: Object.fromEntries(answers),
  };
}
