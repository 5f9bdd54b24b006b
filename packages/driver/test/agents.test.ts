import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHost, type Host } from '@loopwright/hosts';
import { expect, test } from 'vitest';
import { driveRun } from '../src/drive-run.ts';
import { readAgent } from '../src/run/ledger.ts';
import { COMPLETE, printing, standIn } from './support/stand-in.ts';

const codex = findHost('codex') as Host;

/** A turn of Codex with these last words. */
const speaking = (text: string): string =>
  printing({ type: 'item.completed', item: { id: 'i', type: 'agent_message', text } }) +
  printing({ type: 'turn.completed', usage: { input_tokens: 1000, output_tokens: 50 } });

const CLAIM = '<loop-complete>done</loop-complete>';
const check = { command: 'test -f made', by: 'user' } as const;
const criteria = [{ name: 'tests', by: 'user', check }] as const;

test('another agent is held at a false claim, and its proved claim ends the run at an unknown cost', async () => {
  const seen = 'printf %s "$LOOP_SESSION" > seen\ntouch made\n';
  const project = standIn([speaking(CLAIM), `${seen}${speaking(CLAIM)}`], { criteria: [...criteria] });
  const options = project.options();
  const { run } = await driveRun({ ...options, client: { ...options.client, host: codex } });
  expect(run.ending).toMatchObject({ kind: 'verified', seen: { driver: ['tests'] } });
  expect(run.frames[0]?.spend).toEqual({ usd: 0, tokens: 2100, isUnpriced: true });
  expect(readFileSync(join(project.root, 'seen'), 'utf8')).toBe(run.session);
  expect(readAgent({ root: project.root, runId: run.id })).toBe('codex');
  expect(run.agent).toBe('Codex');
  expect(project.prompts().join('')).not.toMatch(/Claude|\/loop:/);
});

test('tokens cost dollars where the model has a price', async () => {
  const project = standIn([speaking(CLAIM)]);
  const options = project.options();
  const client = { ...options.client, host: codex, model: 'claude-haiku-4-5' };
  const { run } = await driveRun({ ...options, client });
  expect(run.frames[0]?.spend.isUnpriced).toBeUndefined();
  expect(run.frames[0]?.spend.usd).toBeGreaterThan(0);
});

test('a budget that the user set pauses the run where the cost turns out to be unknown', async () => {
  const start = { limits: { budgetUsd: 5 }, asked: { budgetUsd: 'user' }, criteria: [...criteria] } as const;
  const project = standIn([speaking('One.')], { ...start, criteria: [...criteria] });
  const options = project.options();
  const { run } = await driveRun({ ...options, client: { ...options.client, host: codex } });
  expect(run).toMatchObject({ status: 'paused', ending: { kind: 'paused' } });
  expect(project.prompts()).toHaveLength(1);
});

test('an agent that is silent for too long is ended, and a running tool is no silence', async () => {
  const runs = printing({
    type: 'item.started',
    item: { id: 'i', type: 'command_execution', command: 'npm test', status: 'in_progress' },
  });
  const project = standIn([
    `echo 'Retrying: quota exceeded' >&2\nexec sleep 60`,
    `${runs}sleep 2\n${speaking(CLAIM)}`,
  ]);
  const options = project.options();
  const client = { ...options.client, host: codex, maxSilenceMs: 1500 };
  const { run } = await driveRun({ ...options, client });
  expect(run.ending).toMatchObject({ kind: 'paused' });
  expect(project.progress).toContainEqual(
    expect.objectContaining({ kind: 'failed', reason: expect.stringMatching(/silent.*quota exceeded/) }),
  );
  const later = project.resumed(run.session);
  const { run: done } = await driveRun({
    ...later,
    client: { ...later.client, host: codex, maxSilenceMs: 1500 },
  });
  expect(done.status).toBe('completed');
});

test('an agent that works until its time is up is tried once more, not for ever', async () => {
  const item = { id: 'i', type: 'command_execution', command: 'npm test', status: 'completed' };
  const project = standIn([`${printing({ type: 'item.completed', item })}exec sleep 60`]);
  const options = project.options({ iterationTimeoutMs: 1000 });
  const { run } = await driveRun({ ...options, client: { ...options.client, host: codex } });
  expect(run).toMatchObject({ status: 'paused', ending: { cause: { kind: 'failure' } } });
  expect(project.prompts()).toHaveLength(2);
});

test('an agent of the Agent Client Protocol is asked, answered, and let go', async () => {
  const says = (id: number, result: object): string => printing({ jsonrpc: '2.0', id, result });
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: CLAIM } };
  // The stand-in reads all of its input first; the conversation has a line for each of its questions.
  const turn = [
    'read -r hello',
    says(1, { protocolVersion: 1 }),
    'read -r opens',
    says(2, { sessionId: 'own' }),
    'read -r prompt; printf %s "$prompt" > prompt.json',
    printing({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'own', update } }),
    says(3, { stopReason: 'end_turn', usage: { totalTokens: 7 } }),
    'cat > rest',
  ].join('\n');
  const project = standIn([COMPLETE]);
  const options = project.options();
  const client = { ...options.client, host: findHost('acp:sh x') as Host, program: '/bin/sh', extra: [] };
  const host: Host = { ...client.host, argv: () => ['-c', turn] };
  const { run } = await driveRun({ ...options, client: { ...client, host } });
  expect(run).toMatchObject({ status: 'completed', frames: [{ spend: { tokens: 7, isUnpriced: true } }] });
  const prompt = JSON.parse(readFileSync(join(project.root, 'prompt.json'), 'utf8')) as { method: string };
  expect(prompt.method).toBe('session/prompt');
  expect(readFileSync(join(project.root, 'rest'), 'utf8')).toBe('');
});

test('an agent of the protocol is told to cancel when its time is up, and still reports its cost', async () => {
  const says = (id: number, result: object): string => printing({ jsonrpc: '2.0', id, result });
  const turn = [
    'read -r hello',
    says(1, { protocolVersion: 1 }),
    'read -r opens',
    says(2, { sessionId: 'own' }),
    'read -r prompt',
    'read -r cancel; printf %s "$cancel" > cancel.json',
    says(3, { stopReason: 'cancelled', usage: { totalTokens: 7 } }),
    'cat > rest',
  ].join('\n');
  const project = standIn([COMPLETE]);
  const options = project.options({ iterationTimeoutMs: 1000 });
  const host: Host = { ...(findHost('acp:sh x') as Host), argv: () => ['-c', turn] };
  const client = { ...options.client, host, program: '/bin/sh', extra: [] };
  const { run } = await driveRun({ ...options, client });
  expect(JSON.parse(readFileSync(join(project.root, 'cancel.json'), 'utf8'))).toEqual({
    jsonrpc: '2.0',
    method: 'session/cancel',
    params: { sessionId: 'own' },
  });
  expect(run.frames[0]?.spend.tokens).toBeGreaterThan(0);
  expect(project.progress).toContainEqual(
    expect.objectContaining({ kind: 'failed', reason: 'the client did not end in time' }),
  );
});
