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

it.each(['runner', 'root', 'node', 'admin', 'al'])(
  'the name %s is a word, except where it names an account',
  (user) => {
    const other = { home: '/somewhere', user };
    const masked: readonly (readonly [text: string, shown: string])[] = [
      [`/home/${user}/work/app.ts`, '/home/user/work/app.ts'],
      [`/Users/${user}`, '/Users/user'],
      [`C:\\Users\\${user}\\app`, String.raw`C:\Users\user\app`],
      [`/tmp/.claude/projects/-home-${user}-app`, '/tmp/.claude/projects/-home-user-app'],
      [`${user}@build-7:/app# ls`, 'user@build-7:/app# ls'],
      [`${user}@4f2a9c1e:/app# ls`, 'user@4f2a9c1e:/app# ls'],
      [`mail ${user}@example.org`, 'mail user@example.org'],
    ];
    for (const [text, shown] of masked) expect(clean(text, other)).toBe(shown);
    const kept = [
      `the ${user} of it`,
      `src/${user}/index.ts`,
      `/home/${user}-app`,
      `/home/${user}.old`,
      `${user}@20.1.0`,
      `${user}@v20.1: unsupported`,
      `npx ${user}@latest`,
      `${user}s@example.org`,
    ];
    for (const text of kept) expect(clean(text, other)).toBe(text);
  },
);

it('masks usual secrets wherever they stand', () => {
  expect(clean(`curl -H "Authorization: Bearer ${'a1'.repeat(20)}"`)).not.toContain('a1a1a1');
});
