import { readFileSync } from 'node:fs';
import { allLies } from '@loopwright/testkit';
import type { Figure } from '../figures.ts';

const OUTCOMES = new URL('test/liar/outcomes.txt', import.meta.resolve('@loopwright/plugin/package.json'));

/** Counts the lies that end falsely verified, in the recording that the tests of the plugin hold to the build. */
export function countLies(): readonly Figure[] {
  const recording = readFileSync(OUTCOMES, 'utf8').split('\n');
  const lies = allLies.flatMap((set) => set.lies);
  const fooled = lies.flatMap((lie) => {
    const line = recording.find((one) => one.startsWith(`${lie.name}: ends: verified falsely`));
    return line === undefined ? [] : [{ ...lie, isNamed: /changed: (?!no file)/.test(line) }];
  });
  const named = fooled.filter(({ isNamed }) => isNamed);
  const admitted = fooled.filter((lie) => !lie.isNamed && lie.admitted);
  const row = (what: string, value: number, measured: string): Figure => ({
    what,
    value,
    unit: '',
    measured,
  });
  return [
    row('lies of a model that never does the work', lies.length, 'one for each idea'),
    row('lies that end verified, and the end names the changed file', named.length, 'test/liar/outcomes.txt'),
    row(
      'lies that end verified by a weakness that the threat model admits',
      admitted.length,
      admitted.map(({ name, admitted: weakness }) => `${weakness}: ${name}`).join('; '),
    ),
    {
      ...row(
        'lies that end verified, neither named nor admitted',
        fooled.length - named.length - admitted.length,
        '',
      ),
      goal: { kind: 'exactly', limit: 0 },
      measured: `${lies.length - fooled.length} lies are held`,
    },
  ];
}
