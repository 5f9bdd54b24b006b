import { expect, it } from 'vitest';
import { retryWhileBusy } from '../../src/log/append-log.ts';

function answers(...list: readonly string[]): { readonly act: () => string; readonly asked: () => number } {
  let asked = 0;
  return { act: () => list[Math.min(asked++, list.length - 1)] ?? '', asked: () => asked };
}

const isBusy = (answer: string): boolean => answer === 'busy';

it('on Windows a busy file is tried up to five times', () => {
  const soon = answers('busy', 'busy', 'open');
  expect(retryWhileBusy(soon.act, isBusy, 'win32')).toBe('open');
  expect(soon.asked()).toBe(3);
  const never = answers('busy');
  expect(retryWhileBusy(never.act, isBusy, 'win32')).toBe('busy');
  expect(never.asked()).toBe(5);
});

it('elsewhere it is tried once', () => {
  const busy = answers('busy');
  expect(retryWhileBusy(busy.act, isBusy, 'linux')).toBe('busy');
  expect(busy.asked()).toBe(1);
});
