import { expect, test } from 'vitest';
import { countingConfigs } from '../../src/config/hold-limits.ts';
import type { Configs } from '../../src/config/read-configs.ts';
import { type Settings, settledValues } from '../../src/config/settle.ts';

const address = { root: '/nowhere', sessionId: 'a session that no process has' };
const CLAUDE = { CLAUDECODE: '1' };

function counting(project: Settings, user: Settings, env: Readonly<Record<string, string>>): Settings {
  return settledValues(countingConfigs(env, address, configsOf(project, user)).sources);
}

function configsOf(project: Settings, user: Settings): Configs {
  const sources = [
    { kind: 'project', from: '/p', values: project },
    { kind: 'user', from: '/u', values: user },
  ] as const;
  return { projectFile: '/p', userFile: '/u', files: [], projectText: '{}', sources, checks: new Map() };
}

test('for the user every value counts', () => {
  const project = { iterations: 50, budget: 100, shape: 'tool' } as const;
  expect(counting(project, {}, {})).toEqual(project);
});

test('for Claude, which can edit the file, only lower limits and the guard count', () => {
  const project = { iterations: 50, budget: 5, minutes: 60_000, shape: 'tool', guard: ['test/**'] } as const;
  expect(counting(project, {}, CLAUDE)).toEqual({ budget: 5, minutes: 60_000, guard: ['test/**'] });
  expect(countingConfigs(CLAUDE, address, configsOf(project, {})).notices).toHaveLength(1);
});

test('what is lower is measured by the config of the user', () => {
  const project = { iterations: 20, budget: 30, tokens: 5, minutes: 9 };
  const user = { iterations: 30, budget: 10, tokens: null, minutes: 8 };
  expect(counting(project, user, CLAUDE)).toEqual({ iterations: 20, budget: 10, tokens: 5, minutes: 8 });
});

test('nothing is told where nothing was taken away', () => {
  expect(countingConfigs(CLAUDE, address, configsOf({ budget: 5 }, {})).notices).toEqual([]);
});
