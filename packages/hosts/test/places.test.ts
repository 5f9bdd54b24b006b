import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HOSTS } from '../src/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The source files outside of this package, the benches and the testkit that match. */
function filesWith(pattern: RegExp): readonly string[] {
  const packages = '{checks,core,driver,fleet,hooks,report,scoring,store,transcript}';
  return globSync([`packages/${packages}/src/**/*.ts`, 'apps/cli/src/**/*.ts'], { cwd: root })
    .filter((path) => pattern.test(readFileSync(`${root}/${path}`, 'utf8')))
    .toSorted();
}

test('no other package knows another agent than Claude Code; only examples of the command name one', () => {
  const others = HOSTS.slice(1).map(({ name }) => name);
  expect(filesWith(new RegExp(`\\b(?:${others.join('|')})\\b`, 'i'))).toEqual(['apps/cli/src/verbs.ts']);
});

test('what other packages know of the variables and folders of Claude Code stands in these files', () => {
  expect(filesWith(/CLAUDE_[A-Z]|CLAUDECODE|['"`/]\.claude\b/)).toEqual([
    'apps/cli/src/program/command-name.ts',
    'apps/cli/src/session/author.ts',
    'apps/cli/src/session/place.ts',
    'apps/cli/src/verbs/continue.ts',
    'apps/cli/src/verbs/doctor/examinations.ts',
    'apps/cli/src/verbs/doctor/try-hook.ts',
    'packages/core/src/flags/global-flags.ts',
    'packages/core/src/model/primitives.ts',
    'packages/core/src/model/view-files.ts',
    'packages/core/src/views/idle-loop.ts',
    'packages/hooks/src/bundle/hook.ts',
    'packages/hooks/src/edge/client-settings.ts',
    'packages/hooks/src/edge/open-ports.ts',
    'packages/hooks/src/edge/run-verb.ts',
    'packages/hooks/src/edge/session-files.ts',
    'packages/hooks/src/edge/status-segment.ts',
    'packages/hooks/src/judge/ask-judge.ts',
    'packages/hooks/src/proof/remember-typed.ts',
    'packages/hooks/src/proof/who-acts.ts',
    'packages/hooks/src/tool-facts.ts',
    'packages/store/src/presence.ts',
    'packages/store/src/run/find-adoptable.ts',
    'packages/store/src/task-list.ts',
    'packages/transcript/src/signals/peer-markers.ts',
  ]);
});

test('core, driver and report take the name of an agent from the run, except in these files', () => {
  const inCode = /^(?! *(?:\/\*\*|\*|\/\/)).*\bClaude\b/m;
  expect(filesWith(inCode).filter((path) => /^packages\/(?:core|driver|report)\//.test(path))).toEqual([
    // Its own task list.
    'packages/core/src/decide/listed.ts',
    // Words that old records have, too.
    'packages/core/src/model/vocabulary.ts',
    // Its own task list.
    'packages/core/src/next.ts',
    'packages/core/src/text/agent-name.ts',
    // Only its client overrides a hook.
    'packages/core/src/text/end.ts',
    // A session in which no loop was started.
    'packages/core/src/text/notices.ts',
  ]);
});

test('the guide has a row for each agent with its tested version', () => {
  const guide = readFileSync(`${root}/docs/guide/agents.md`, 'utf8').split('\n');
  for (const { name, tested } of HOSTS) {
    expect(guide.find((line) => line.startsWith(`| \`${name}\` `))).toContain(tested);
  }
});
