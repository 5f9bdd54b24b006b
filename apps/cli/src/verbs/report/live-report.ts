import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LivePage } from '@loopwright/report/node';
import { timeZone } from '../../terminal/local-moments.ts';
import { readReport } from './read-report.ts';
import { renderReport } from '@loopwright/report';

/**
 * Follows journals by their inode, size and time. It searches again when a journal is gone or its folder changed: a
 * journal gets another name when another session takes over its run.
 */
export function createLiveReport(root: string, findJournals: () => readonly string[]): LivePage {
  let paths: readonly string[] = [];
  let folders = '';
  let made: { readonly version: string; readonly page: string } | undefined;

  const version = (): string => {
    const now = stampsOf([...new Set(paths.map((path) => dirname(path)))]);
    if (paths.length === 0 || now !== folders || paths.some((path) => stampOf(path) === GONE)) {
      paths = findJournals();
      folders = stampsOf([...new Set(paths.map((path) => dirname(path)))]);
    }
    return stampsOf(paths);
  };

  const page = (): string => {
    const current = version();
    if (made?.version !== current) {
      made = { version: current, page: renderReport(readReport(root, paths), 'live', timeZone()) };
    }
    return made.page;
  };

  return { version, page };
}

const GONE = 'gone';

function stampsOf(paths: readonly string[]): string {
  return paths.map((path) => `${path} ${stampOf(path)}`).join('\n');
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = lstatSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return GONE;
  }
}
