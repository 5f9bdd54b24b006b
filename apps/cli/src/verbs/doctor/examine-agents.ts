import { findProgram, runProgram } from '@loopwright/checks';
import { type Host, HOSTS } from '@loopwright/hosts';
import type { Env } from '../../program/context.ts';
import { doubtful, type Finding, sound } from './finding.ts';

const TIMEOUT_MS = 20_000;

/** Asks every agent on this machine for its version, and whether it knows the arguments of a headless run. */
export async function examineAgents(env: Env): Promise<readonly Finding[]> {
  const findings = await Promise.all(HOSTS.map(async (host) => examineAgent(env, host)));
  return findings.flatMap((found, index) => (found ? [{ subject: HOSTS[index]?.name ?? '', ...found }] : []));
}

async function examineAgent(env: Env, host: Host): Promise<Finding | undefined> {
  const { agent, program, install } = host.words;
  const path = findProgram(env, program);
  if (path === undefined) {
    const isMissed = host === HOSTS[0];
    return isMissed ? doubtful(`PATH does not find ${program}`, `Install ${agent}: ${install}`) : undefined;
  }
  const ask = async (...words: readonly string[]): Promise<string> => {
    const call = { command: [path, ...words], cwd: process.cwd(), env, timeoutMs: TIMEOUT_MS };
    const { exitCode, output } = await runProgram(call);
    return exitCode === 0 ? output : '';
  };
  const verbs = argumentsOf(host).findIndex((one) => one.startsWith('-'));
  const [version, help] = await Promise.all([
    ask('--version'),
    ask(...argumentsOf(host).slice(0, verbs), '--help'),
  ]);
  return judgeAgent(host, version, help);
}

function argumentsOf(host: Host): readonly string[] {
  return host.argv({ root: '', prompt: '', sessionId: '', command: 'loop', checks: [] });
}

/** Judges what an agent printed about its version and its arguments. */
export function judgeAgent(host: Host, printed: string, help: string): Finding {
  const { name, oldest, tested, words } = host;
  const version = /\d+\.\d+\.\d+/.exec(printed)?.[0];
  if (version === undefined)
    return doubtful(`${words.program} --version names no version`, `Install it anew: ${words.install}`);
  if (oldest && version.localeCompare(oldest.version, 'en', { numeric: true }) < 0)
    return doubtful(
      `${version}: too old for a loop`,
      `Update to ${oldest.version} or later: ${oldest.update}`,
    );
  const flags = argumentsOf(host).flatMap((one) => /^--[^=]+/.exec(one) ?? []);
  const unknown = flags.filter((flag) => !help.includes(flag));
  const about = `${version}, tested with ${tested}`;
  return unknown.length > 0
    ? doubtful(`${about}: it does not know ${unknown.join(', ')}`, `No headless run works. ${words.install}`)
    : sound(`${about}: loop run --agent ${name} can start it, once it is logged in`);
}
