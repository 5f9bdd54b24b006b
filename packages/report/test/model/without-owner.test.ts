import { expect, it } from 'vitest';
import { withoutOwner } from '../../src/model/without-owner.ts';

const clean = (text: string, owner = { home: '/home/anna.b', user: 'anna.b' }): string =>
  withoutOwner({ runs: [], unread: [{ name: text, reason: '' }] }, owner).unread[0]?.name ?? '';

it('leaves out the home folder and the name of the user', () => {
  expect(clean('cd /home/anna.b/app && ls /home/anna.b')).toBe('cd ~/app && ls ~');
  expect(clean('/srv/anna.b/x, mail anna.b@example.org')).toBe('/srv/user/x, mail user@example.org');
});

it('changes no longer name and no other folder', () => {
  expect(clean('/home/anna.bx hanna.b annaxb')).toBe('/home/anna.bx hanna.b annaxb');
  expect(clean('the root of it', { home: '/root', user: 'root' })).toBe('the root of it');
  expect(clean('/rootless', { home: '/root', user: 'root' })).toBe('/rootless');
  expect(clean('/home/a-b/c', { home: '/home/a-b', user: 'a-b (c' })).toBe('~/c');
  expect(clean('a (b', { home: '', user: '' })).toBe('a (b');
});

it('masks usual secrets wherever they stand', () => {
  expect(clean(`curl -H "Authorization: Bearer ${'a1'.repeat(20)}"`)).not.toContain('a1a1a1');
});
