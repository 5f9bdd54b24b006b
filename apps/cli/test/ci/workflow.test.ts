import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createCheckout, inputValues, runJob, type Ended, type Step } from '../support/run-workflow.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../.github/workflows/loop.yml'), 'utf8');

interface Workflow {
  readonly on: {
    readonly workflow_call: { readonly inputs: Readonly<Record<string, { default?: unknown }>> };
  };
  readonly permissions: object;
  readonly jobs: Readonly<
    Record<'run' | 'deliver', { readonly permissions: object; readonly steps: readonly Step[] }>
  >;
}
const workflow = parse(text) as Workflow;

const BRANCH = 'loop/42-1';

/** The `gh api` of the second job: it writes each call that changes something to a file. */
const GH = `#!/usr/bin/env node
const fs = require('node:fs');
const args = process.argv.slice(2);
if (args[0] !== 'api' || process.env.GH_TOKEN !== 'gh-token') { console.error('gh: bad call'); process.exit(4); }
const read = () => (fs.existsSync(process.env.CALLS) ? JSON.parse(fs.readFileSync(process.env.CALLS, 'utf8')) : []);
const at = args.indexOf('--method');
if (at < 0) { for (const { id } of read()) console.log(id); process.exit(0); }
if (process.env.READ_ONLY) { console.error('gh: Resource not accessible by integration (HTTP 403)'); process.exit(1); }
const fields = {};
args.forEach((arg, i) => { if (/^--(raw-)?field$/.test(arg)) { const [name, ...rest] = args[i + 1].split('='); fields[name] = rest.join('='); } });
const body = fs.readFileSync(fields.body.slice(1), 'utf8');
fs.writeFileSync(process.env.CALLS, JSON.stringify([...read(), { id: 1000, method: args[at + 1], path: args[at + 2], ...fields, body }]));
`;

interface Calls {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly head?: string;
  readonly base?: string;
}

/** A repository on a server with one commit on main, and runners for it. */
function createServer() {
  const { at, git, program, claude, env: runnerEnv } = createCheckout();
  const server = at('server/o/r');
  mkdirSync(server, { recursive: true });
  git('clone', '--quiet', '--bare', '.', server);
  const sha = git('rev-parse', 'HEAD');
  program('npm', `#!/bin/sh\n[ "$1" = root ] && echo '${at('global')}'\nexit 0\n`);
  program('gh', GH);
  mkdirSync(at('global/loopwright'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../../ci'), at('global/loopwright/ci'));
  const artifact = at('artifact');
  let runners = 0;

  /** Runs one job of the workflow on a fresh runner. */
  const run = (job: 'run' | 'deliver', { pullRequest = '', env = {}, inputs = {} } = {}): Ended => {
    const given = { spec: 'SPEC.md', checks: 'made=test -s made.txt', push: true, ...inputs };
    return runJob(workflow.jobs[job].steps, {
      folder: at(`runner-${(runners += 1)}`),
      server,
      artifact,
      values: {
        ...inputValues(workflow.on.workflow_call.inputs, given),
        'secrets.anthropic-api-key': 'sk-key',
        'github.token': 'gh-token',
        'github.sha': sha,
        'github.run_attempt': '1',
        'github.event.pull_request.number': pullRequest,
        "github.ref_type == 'branch' && github.ref_name || ''": 'main',
      },
      env: {
        ...runnerEnv('workflow_dispatch', { repository: { full_name: 'o/r' } }),
        GITHUB_SERVER_URL: `file://${at('server')}`,
        CALLS: at('calls.json'),
        ...env,
      },
    });
  };
  return {
    git,
    sha,
    run,
    at,
    claude,
    /** The branches and tags of the server. */
    refs: () => git('-C', server, 'for-each-ref', '--format=%(refname) %(objectname)').split('\n'),
    calls: (): readonly Calls[] =>
      existsSync(at('calls.json')) ? (JSON.parse(readFileSync(at('calls.json'), 'utf8')) as Calls[]) : [],
    /** Puts files into the artifact, as a client could. */
    artifact: (name: string) => {
      mkdirSync(artifact, { recursive: true });
      return join(artifact, name);
    },
  };
}

test('the second job pushes the commits of the first, and opens a pull request with the report', () => {
  const server = createServer();
  server.claude('echo made > made.txt');
  const worked = server.run('run');
  expect(worked.code, worked.log).toBe(0);
  expect(worked.outputs['run']).toMatchObject({ result: 'ok' });
  expect(server.refs()).toEqual([`refs/heads/main ${server.sha}`]);

  const delivered = server.run('deliver');
  expect(delivered.code, delivered.log).toBe(0);
  expect(delivered.outputs['push']).toEqual({ branch: BRANCH });
  expect(server.refs()).toEqual([
    expect.stringMatching(`^refs/heads/${BRANCH} `),
    `refs/heads/main ${server.sha}`,
  ]);
  expect(server.calls()).toMatchObject([
    { method: 'POST', path: 'repos/o/r/pulls', head: BRANCH, base: 'main', draft: 'true' },
  ]);
  expect(server.calls()[0]?.body).toContain('✓ Done');
});

test('a pull request gets one comment, which later runs update', () => {
  const server = createServer();
  writeFileSync(server.artifact('report.md'), 'The report\n');
  const inputs = { push: false };
  expect(server.run('deliver', { pullRequest: '7', inputs }).code).toBe(0);
  expect(server.run('deliver', { pullRequest: '7', inputs }).code).toBe(0);
  const body = '<!-- loopwright-report -->\nThe report\n';
  expect(server.calls()).toMatchObject([
    { method: 'POST', path: 'repos/o/r/issues/7/comments', body },
    { method: 'PATCH', path: 'repos/o/r/issues/comments/1000', body },
  ]);
  expect(server.refs()).toEqual([`refs/heads/main ${server.sha}`]);
});

test('a hostile client reaches neither the token nor another branch', () => {
  const server = createServer();
  const stolen = server.at('stolen');
  // It commits by itself, because `loop run` commits nothing beside such settings.
  server.claude(`echo $RANDOM > made.txt; git add made.txt; git -c core.hooksPath=/dev/null -c core.fsmonitor= commit -qm Evil
    for file in ../temp/GITHUB_*; do printf 'PATH=/evil\\nBASH_ENV=${stolen}\\nbranch=main\\nresult=ok\\n' >> $file; done
    mkdir -p .git/hooks; printf '#!/bin/sh\\nenv > ${stolen}\\n' | tee .git/hooks/pre-push > .git/hooks/reference-transaction
    chmod +x .git/hooks/*
    git config credential.helper '!env > ${stolen}'; git config core.hooksPath "$PWD/.git/hooks"
    git config core.fsmonitor 'env > ${stolen}'; git config url.file:///evil.insteadOf file://`);
  const worked = server.run('run');
  expect(worked.outputs['run'], worked.log).toMatchObject({ branch: BRANCH });
  expect(readFileSync(server.at('client.env'), 'utf8')).not.toMatch(
    /gh-token|^(?:ACTIONS_\w+|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY))=/m,
  );
  rmSync(stolen, { force: true });
  const delivered = server.run('deliver');
  expect(delivered.code, delivered.log).toBe(0);
  expect(existsSync(stolen)).toBe(false);
  expect(server.refs()).toEqual([
    expect.stringMatching(`^refs/heads/${BRANCH} `),
    `refs/heads/main ${server.sha}`,
  ]);
});

describe('nothing is pushed', () => {
  type Server = ReturnType<typeof createServer>;
  const commit = ({ git }: Server, ...args: readonly string[]) =>
    git('commit', '--quiet', '--allow-empty', '--message', 'More', ...args);
  const bundle = ({ git, artifact }: Server, ...refs: readonly string[]) =>
    git('bundle', 'create', '--quiet', artifact('commits.bundle'), ...refs);

  /** The steps that make commits in the project, and then the refs of the bundle. */
  const made =
    (steps: readonly string[], ...refs: readonly string[]) =>
    (server: Server): void => {
      for (const step of steps) {
        if (step === 'commit') commit(server);
        else server.git(...step.split(' '));
      }
      bundle(server, ...refs);
    };

  test.each<[string, (server: Server) => void]>([
    ['of a bundle for another branch', made(['commit'], 'HEAD~1..refs/heads/main')],
    [
      'of a bundle with a further branch',
      made(['commit', `branch ${BRANCH}`], 'HEAD~1..HEAD', BRANCH, 'main', '^HEAD~1'),
    ],
    ['of a bundle with a tag', made(['commit', `branch ${BRANCH}`, 'tag v1'], BRANCH, 'v1', '^main~1')],
    ['of a history of its own', made([`checkout --quiet --orphan ${BRANCH}`, 'commit'], BRANCH)],
    [
      'of commits on another commit',
      made(['commit', `switch --quiet --create ${BRANCH}`, 'commit'], `main..${BRANCH}`),
    ],
    [
      'of a merge',
      made(
        [
          'checkout --quiet --orphan other',
          'commit',
          `switch --quiet --create ${BRANCH} main`,
          'merge --quiet --allow-unrelated-histories --no-edit other',
        ],
        `main..${BRANCH}`,
      ),
    ],
    ['of no bundle', (server) => writeFileSync(server.artifact('commits.bundle'), '$(touch ../pwned)\n')],
    [
      'of a link to a bundle',
      (server) => {
        server.git('switch', '--quiet', '--create', BRANCH);
        commit(server);
        server.git('bundle', 'create', '--quiet', server.at('a.bundle'), `main..${BRANCH}`);
        symlinkSync(server.at('a.bundle'), server.artifact('commits.bundle'));
      },
    ],
    ['of a folder', (server) => mkdirSync(server.artifact('commits.bundle'))],
    [
      'of more than 100 MiB',
      (server) => {
        writeFileSync(server.artifact('commits.bundle'), '');
        truncateSync(server.artifact('commits.bundle'), 100 * 1024 * 1024 + 1);
      },
    ],
  ])('%s', (_what, prepare) => {
    const server = createServer();
    prepare(server);
    const { code, log } = server.run('deliver');
    expect(code, log).toBe(1);
    expect(log).toContain('::error::Nothing was pushed: ');
    expect(server.refs()).toEqual([`refs/heads/main ${server.sha}`]);
  });

  test('over commits that the branch has', () => {
    const server = createServer();
    server.git('-C', server.at('server/o/r'), 'branch', BRANCH, 'main');
    server.git('switch', '--quiet', '--create', BRANCH);
    commit(server);
    server.git('push', '--quiet', server.at('server/o/r'), BRANCH);
    const before = server.refs();
    commit(server, '--amend', '--message', 'Other');
    bundle(server, `main..${BRANCH}`);
    expect(server.run('deliver').code).not.toBe(0);
    expect(server.refs()).toEqual(before);
  });

  test('without commits, and without an artifact', () => {
    const server = createServer();
    expect(server.run('deliver')).toMatchObject({ code: 0, outputs: { push: {} } });
    expect([server.refs(), server.calls()]).toEqual([[`refs/heads/main ${server.sha}`], []]);
  });
});

describe('the report is data', () => {
  test('its text is never run, and is cut to what a comment takes', () => {
    const server = createServer();
    const report = `\`touch ../pwned\` $(touch ../pwned)\n::set-output name=x::y\n${'ä'.repeat(100_000)}`;
    writeFileSync(server.artifact('report.md'), report);
    const { code, log } = server.run('deliver', { pullRequest: '7' });
    expect(code, log).toBe(0);
    expect(log).not.toContain('set-output');
    expect(server.calls()[0]?.body).toContain('`touch ../pwned` $(touch ../pwned)');
    expect(server.calls()[0]?.body.length).toBeLessThan(65_536);
    expect(existsSync(server.at('pwned'))).toBe(false);
  });

  test('a link in its place is not read', () => {
    const server = createServer();
    symlinkSync('/proc/self/environ', server.artifact('report.md'));
    expect(server.run('deliver', { pullRequest: '7' }).code).toBe(0);
    expect(server.calls()).toEqual([]);
  });

  test('a token that may not comment is a warning, no failure', () => {
    const server = createServer();
    writeFileSync(server.artifact('report.md'), 'The report\n');
    const { code, log } = server.run('deliver', { pullRequest: '7', env: { READ_ONLY: '1' } });
    expect([code, log.includes('::warning::The token may not comment')]).toEqual([0, true]);
  });
});

test('the job of the client may only read, and no expression stands in a script', () => {
  const { run, deliver } = workflow.jobs;
  expect(workflow.permissions).toEqual({});
  expect(run.permissions).toEqual({ contents: 'read' });
  expect(JSON.stringify(run)).not.toContain('github.token');
  expect(JSON.stringify(deliver)).not.toMatch(/needs\.|secrets\./);
  for (const step of [...run.steps, ...deliver.steps]) expect(step.run ?? '').not.toContain('${{');
});
