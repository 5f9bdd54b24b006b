// @module-tag deep
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLUMNS, playScenes } from '../../pictures/play-scenes.ts';
import { terminalSvg } from '../../pictures/terminal-svg.ts';

test('the pictures show what the command prints today; UPDATE=1 draws them again', () => {
  for (const [name, scene] of Object.entries(playScenes())) {
    const path = new URL(`../../docs/pictures/${name}.svg`, import.meta.url);
    const drawn = terminalSvg(scene, COLUMNS);
    if (process.env['UPDATE'] === '1') writeFileSync(path, drawn);
    expect(existsSync(path), `${path.pathname} is missing`).toBe(true);
    expect(drawn).toBe(readFileSync(path, 'utf8'));
  }
});
