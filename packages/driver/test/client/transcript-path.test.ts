import { expect, test } from 'vitest';
import { transcriptPathOf } from '../../src/client/transcript-path.ts';

test('a transcript is where the client stores it', () => {
  const path = transcriptPathOf({ CLAUDE_CONFIG_DIR: '/c' }, '/home/a b/p.1', 's-1');
  expect(path).toBe('/c/projects/-home-a-b-p-1/s-1.jsonl');
});
