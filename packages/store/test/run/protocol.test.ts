import { describe, expect, it } from 'vitest';
import { openRun } from '../../src/run/open-run.ts';
import { startRun, protocolFor } from '../../src/run/start-run.ts';
import { hasRun } from '../../src/presence.ts';
import { ruleOf, SESSION, startCommand, stopCommand, work } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('the protocol', () => {
  it.each([
    ['NFS', 0x6969, 'numbered'],
    ['SMB', 0x517b, 'numbered'],
    ['SMB2', 0xfe534d42, 'numbered'],
    ['CIFS', 0xff534d42, 'numbered'],
    ['CIFS with a sign', 0xff534d42 | 0, 'numbered'],
    ['9p', 0x01021997, 'numbered'],
    ['ext4', 0xef53, 'append'],
    ['btrfs', 0x9123683e, 'append'],
    ['tmpfs', 0x01021994, 'append'],
  ])('on %s is by type %i: %s', (_name, type, expected) => {
    expect(protocolFor('/', () => ({ type }))).toBe(expected);
  });

  it('is the plain one where the type can’t be told', () => {
    const failing = (): never => {
      throw new Error('ENOSYS');
    };
    expect(protocolFor('/', failing)).toBe('append');
    expect(protocolFor('/nowhere')).toBe('append');
  });

  it('makes no difference to a run', () => {
    const answers = (['append', 'numbered'] as const).map((protocol) => {
      const root = tempFolder();
      const started = startRun(
        { root, sessionId: SESSION },
        startCommand({ limits: { iterations: 2 } }),
        protocol,
      );
      if (started.status !== 'started') throw new Error(started.status);
      expect(startRun({ root, sessionId: SESSION }, startCommand(), protocol).status).toBe('exists');
      expect(hasRun(root, SESSION)).toBe(true);
      const rules = [1, 2, 3].map((number) => {
        work(started.opened);
        return ruleOf(started.opened.submit(stopCommand({ message: `m${number}` })));
      });
      const again = openRun({ root, sessionId: SESSION });
      return { rules, run: again.status === 'open' && again.run };
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.rules).toEqual(['continue', 'continue', 'limit']);
  });
});
