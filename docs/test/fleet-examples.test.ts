import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IJob, Job } from 'kubernetes-models/batch/v1/Job';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { usage } from '../../packages/fleet/src/verbs/usage.ts';
import { lintWorkflow } from './support/lint-workflow.ts';
import { readText } from './support/root.ts';

const WORKFLOW = 'docs/examples/fleet/github-actions.yml';
const JOB = 'docs/examples/fleet/kubernetes.yaml';
const UNIT = 'docs/examples/fleet/loopwright-agent.service';

test('actionlint finds nothing in the workflow of a fleet, and its actions are pinned by commit', async () => {
  const text = readText(WORKFLOW);
  expect(await lintWorkflow(text, '.github/workflows/fleet.yml')).toEqual([]);
  for (const [, action] of text.matchAll(/^.*\buses: (.*)$/gm))
    expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('the Kubernetes Job fits the schema of Kubernetes, which finds a wrong field', () => {
  const job = parse(readText(JOB)) as IJob;
  expect(job).toMatchObject({ apiVersion: 'batch/v1', kind: 'Job' });
  expect(() => new Job(job).validate()).not.toThrow();
  const wrong = structuredClone(job) as { spec: { parallelism: unknown } };
  wrong.spec.parallelism = 'three';
  expect(() => new Job(wrong as never).validate()).toThrow(/parallelism/);
});

test('systemd finds nothing in the unit of an agent, where it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loop-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'loopwright-agent.service');
  const verify = (text: string): { readonly status: number | null; readonly stderr: string } | undefined => {
    writeFileSync(path, text);
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    });
    return error ? undefined : { status, stderr };
  };
  const found = verify(readText(UNIT));
  if (found === undefined) {
    console.warn('systemd is not installed: the unit was not verified.');
    return;
  }
  expect(found).toEqual({ status: 0, stderr: expect.not.stringContaining('loopwright-agent') });
  expect(verify(readText(UNIT).replace('KillMode=mixed', 'KillMode=mostly'))?.stderr).toContain('kill mode');
});

test.each([WORKFLOW, JOB, UNIT])('%s works with flags that the command has', (path) => {
  const known = new Set<string>(usage.flags.map(({ name }) => name));
  const calls = [
    ...readText(path)
      .replaceAll('\\\n', '')
      .matchAll(/loop fleet work (.*?) -- /g),
  ];
  expect(calls).toHaveLength(1);
  for (const [, flags = ''] of calls)
    for (const [, flag = ''] of flags.matchAll(/--([a-z-]+)/g)) expect(known).toContain(flag);
});
