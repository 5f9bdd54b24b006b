// Draws the plugin's icon again: `pnpm run icon`. The picture is in git; a test compares the two.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawIcon, ICON_SIZE } from './draw-icon.ts';
import { encodePng } from './encode-png.ts';

const target = join(import.meta.dirname, '../content/.claude-plugin/icon.png');
writeFileSync(target, encodePng(drawIcon(), ICON_SIZE));
