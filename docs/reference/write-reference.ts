// `pnpm --filter @loopwright/docs reference`: regenerates the parts of the reference that come from the code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillPage } from './fill.ts';

for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith('.md'))) {
  const path = join(import.meta.dirname, name);
  writeFileSync(path, fillPage(`docs/reference/${name}`, readFileSync(path, 'utf8')));
}
