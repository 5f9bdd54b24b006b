import { describe, expect, it } from 'vitest';
import { commandText } from '../../src/text/command-text.ts';

describe('commandText', () => {
  it('shows the parts of an argument vector apart', () => {
    expect(commandText(['npm', 'run', 'two words', ''])).toBe('npm run "two words" ""');
  });

  it('shows shell text as it stands, on one line', () => {
    expect(commandText('a &&\nb')).toBe('a && b');
  });
});
