import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandName, shellQuote } from '../../src/program/command-name.ts';
import { nextFields, nextLine } from '../../src/program/print-answer.ts';
import { splitVerb } from '../../src/program/read-request.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('the verb', () => {
  test('is the first word that belongs to no flag', () => {
    expect(splitVerb(['--session', 'start', '--json', 'status', 'x'])).toEqual({
      verb: 'status',
      rest: ['--session', 'start', '--json', 'x'],
    });
    expect(splitVerb(['--session=start', 'log'])).toEqual({ verb: 'log', rest: ['--session=start'] });
    expect(splitVerb(['--json'])).toEqual({ verb: undefined, rest: ['--json'] });
    expect(splitVerb([])).toEqual({ verb: undefined, rest: [] });
  });
});

describe('a quoted word', () => {
  test('comes back from a shell as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (word) => {
        fc.pre(!word.includes('\0'));
        const printed = execFileSync('/bin/sh', ['-c', `printf %s ${shellQuote(word)}`]);
        expect(printed.toString()).toBe(word);
      }),
      { numRuns: 30, examples: [[''], ["'"], ['a\'b"c $(id) `id` \\ \n;']] },
    );
  });

  test('stays plain where nothing has to be quoted', () => {
    expect(shellQuote('--budget=5')).toBe('--budget=5');
    expect(shellQuote('')).toBe("''");
  });
});

describe('the next command', () => {
  test('can be typed unchanged, with its condition as a comment', () => {
    expect(nextLine({ words: ['criterion', 'tick', 'docs updated'], when: 'once it is true' }, 'loop')).toBe(
      "Next: loop criterion tick 'docs updated'  # once it is true",
    );
  });

  test('may be no command at all', () => {
    expect(nextLine({ advice: 'end the turn' }, 'loop')).toBe('Next: end the turn');
    expect(nextFields({ advice: 'end the turn' }, 'loop')).toEqual({ next: null, nextWhen: 'end the turn' });
    expect(nextFields(undefined, 'loop')).toEqual({ next: null });
    expect(nextFields({ words: ['verify'] }, 'loop')).toEqual({ next: 'loop verify' });
  });
});

describe('the command names itself', () => {
  function createBin(): { readonly folder: string; readonly script: string } {
    const folder = tempFolder();
    mkdirSync(join(folder, 'path'));
    const script = join(folder, 'loop.cjs');
    writeFileSync(script, '', { mode: 0o755 });
    return { folder, script };
  }

  test('loop where PATH leads to it', () => {
    const { folder, script } = createBin();
    symlinkSync(script, join(folder, 'path/loop'));
    expect(commandName({ PATH: `/nowhere:${join(folder, 'path')}` }, script)).toBe('loop');
  });

  test('by its path where PATH leads to another loop, or to none', () => {
    const { folder, script } = createBin();
    writeFileSync(join(folder, 'path/loop'), '', { mode: 0o755 });
    const own = join(folder, 'loop');
    symlinkSync(script, own);
    expect(commandName({ PATH: join(folder, 'path') }, own)).toBe(`'${own}'`);
    expect(commandName({}, own)).toBe(`'${own}'`);
    expect(commandName({ CLAUDECODE: '1', PATH: join(folder, 'path') }, own)).toBe(`"${own}"`);
  });

  test('as its launcher says, where there is one', () => {
    const { script } = createBin();
    expect(commandName({ LOOP_COMMAND: '/opt/loop wright/bin/loop' }, script)).toBe(
      "'/opt/loop wright/bin/loop'",
    );
    expect(commandName({ LOOP_COMMAND: 'npx loopwright' }, script)).toBe('npx loopwright');
    expect(commandName({}, script)).toBe('loop');
  });
});
