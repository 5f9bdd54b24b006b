import type { ModelRequest } from '@loopwright/testkit';

/** A spec whose work is a file of its own name. */
export function fileSpec(name: string, needs = ''): string {
  const front = needs === '' ? '' : `---\nneeds: ${needs}\n---\n`;
  return `${front}The file ${name}.txt holds exactly the word ${name}. Change only ${name}.txt, no new dependencies. All tests pass. Done when ${name}.txt is there.\n`;
}

/** The file of the spec that a prompt is about. The client also tells the last commits, which name other specs. */
export function nameIn({ body }: ModelRequest): string {
  return /word for word:\\n\\nThe file (\w+)\.txt/.exec(JSON.stringify(body))?.[1] ?? '?';
}
