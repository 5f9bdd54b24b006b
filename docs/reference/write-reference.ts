// `pnpm --filter @loopwright/docs reference`: makes what the reference says about the code anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillPage } from './fill.ts';

for (const name of readdirSync(import.meta.dirname).filter((one) => one.endsWith('.md'))) {
  const path = join(import.meta.dirname, name);
  writeFileSync(path, fillPage(`docs/reference/${name}`, readFileSync(path, 'utf8')));
}
