import { failureOf, type Run } from '@loopwright/core';

/** `/loop:status` and any other command of the client, but no path. */
const COMMAND = /^\/[\w:-]+(?:\s|$)/;

/**
 * True for a prompt after which a run paused by the API's rate limit goes on: any but a command or a question. That
 * covers the client's own prompt at the end of a plan's limit, `Your claude.ai usage limit has reset. Continue the task…`.
 */
export function goesOnAfterLimit({ ending }: Run, prompt: string): boolean {
  const said = prompt.trim();
  const isLimited = failureOf(ending)?.failure === 'rate-limit';
  return isLimited && said !== '' && !COMMAND.test(said) && !said.endsWith('?');
}
