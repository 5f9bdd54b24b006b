import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLUMNS, playScenes } from './play-scenes.ts';
import { terminalSvg } from './terminal-svg.ts';

const folder = join(import.meta.dirname, '../docs/pictures');
mkdirSync(folder, { recursive: true });
for (const [name, scene] of Object.entries(playScenes())) {
  writeFileSync(join(folder, `${name}.svg`), terminalSvg(scene, COLUMNS));
}
