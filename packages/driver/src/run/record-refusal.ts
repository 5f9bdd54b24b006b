import { sanitize } from '@loopwright/core';
import type { Drive } from '../drive.ts';

/** The end of a hook's output that a client gets. */
const MAX_OUTPUT = 4000;

/**
 * Records that the work of a turn could not be committed, as an error of the iteration; claims of the turn don't count.
 * Returns the note for the next client.
 */
export async function recordRefusal({ driven, ports }: Drive, number: number, said: string): Promise<string> {
  const output = sanitize(said.slice(-MAX_OUTPUT));
  ports.onProgress({ kind: 'refused', number, output });
  const [first = ''] = said.split('\n', 1);
  const errors = [`commit refused: ${first.slice(0, 200)}`];
  await driven.record({ type: 'observe', at: ports.now(), tools: 0, errors });
  if (driven.run.frames.some(({ exitSignal }) => exitSignal)) {
    await driven.record({ type: 'signal', at: ports.now(), isDone: false });
  }
  return `The work of the last iteration is not committed, because git or a hook of the repository refused:\n\n${output}`;
}
