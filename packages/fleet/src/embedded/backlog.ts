import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { idOf } from '../decide/order-needs.ts';
import type { JobInput } from '../model/job.ts';

/**
 * Keeps every added job on the disk before it counts as added. The store of a folder does not wait for the disk, so
 * after a power loss it may have forgotten jobs; adding all of them again brings back those, and changes no other.
 */
export function appendBacklog(path: string, jobs: readonly JobInput[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, jobs.map((job) => `${JSON.stringify(job)}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The jobs of a backlog, without a last line that was torn. */
export function readBacklog(path: string): readonly JobInput[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  const jobs = text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as JobInput];
    } catch {
      return [];
    }
  });
  return jobs.map((job) => withWholeNeeds(job, jobs));
}

/** In older backlogs a need names a job of any repository. */
function withWholeNeeds(job: JobInput, jobs: readonly JobInput[]): JobInput {
  const needs = job.needs?.map((need) => {
    const others = jobs.filter(({ key }) => key === need);
    const [other] = others;
    return other === undefined || others.some(({ repo }) => repo === job.repo) ? need : idOf(other);
  });
  return needs === undefined ? job : { ...job, needs };
}
