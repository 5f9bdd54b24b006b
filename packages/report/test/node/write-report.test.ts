import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderReport } from '../../src/html/render-report.ts';
import { renderJson } from '../../src/json/render-json.ts';
import { renderMarkdown } from '../../src/markdown/render-markdown.ts';
import { writeReport } from '../../src/node/write-report.ts';

const NEW = renderReport({ runs: [], unread: [] });

function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright report ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('a report goes', () => {
  it('to a new file, for its owner alone', () => {
    const folder = tempFolder();
    const path = join(folder, 'report.html');
    expect(writeReport(path, NEW)).toEqual({ status: 'written' });
    expect(readFileSync(path, 'utf8')).toBe(NEW);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['report.html']);
  });

  it.each([
    ['HTML', renderReport],
    ['Markdown', renderMarkdown],
    ['JSON', renderJson],
  ])('in place of an earlier report in %s', (_name, render) => {
    const folder = tempFolder();
    const path = join(folder, 'report');
    writeFileSync(path, render({ runs: [], unread: [] }));
    expect(writeReport(path, NEW)).toEqual({ status: 'written' });
    expect(readFileSync(path, 'utf8')).toBe(NEW);
    expect(readdirSync(folder)).toEqual(['report']);
  });

  it('in place of another regular file where force says so', () => {
    const path = join(tempFolder(), 'page.html');
    writeFileSync(path, 'mine');
    expect(writeReport(path, NEW, { force: true })).toEqual({ status: 'written' });
    expect(readFileSync(path, 'utf8')).toBe(NEW);
  });
});

describe('another file stays as it is', () => {
  it.each([
    ['a source file', 'export const answer = 42;\n', 0o644],
    ['an executable', '#!/bin/sh\nexit 0\n', 0o755],
    ['an empty file', '', 0o644],
    ['another page', '<!doctype html>\n<title>mine</title>\n', 0o644],
    ['a file that holds the mark further down', `# ${NEW}`, 0o644],
  ])('%s', (_name, text, mode) => {
    const folder = tempFolder();
    const path = join(folder, 'file');
    writeFileSync(path, text);
    chmodSync(path, mode);
    expect(writeReport(path, NEW)).toEqual({ status: 'not-a-report' });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(mode);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('the other name of a report that is replaced', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'one'), renderMarkdown({ runs: [], unread: [] }));
    linkSync(join(folder, 'one'), join(folder, 'other'));
    writeReport(join(folder, 'one'), NEW);
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe(renderMarkdown({ runs: [], unread: [] }));
  });
});

describe.each([[false], [true]])('everything but a regular file stays as it is, with force: %s', (force) => {
  it.each([
    ['a file', 'precious', 'precious'],
    ['an earlier report', NEW, NEW],
    ['nothing', undefined, undefined],
  ])('a link to %s', (_name, before, after) => {
    const folder = tempFolder();
    const target = join(folder, 'target');
    const path = join(folder, 'report.html');
    if (before !== undefined) writeFileSync(target, before);
    symlinkSync('target', path);
    expect(writeReport(path, NEW, { force })).toEqual({ status: 'not-a-file' });
    expect(readlinkSync(path)).toBe('target');
    expect(readdirSync(folder).toSorted()).toEqual(
      after === undefined ? ['report.html'] : ['report.html', 'target'],
    );
    if (after !== undefined) expect(readFileSync(target, 'utf8')).toBe(after);
  });

  it('a folder', () => {
    const path = join(tempFolder(), 'report.html');
    mkdirSync(path);
    expect(writeReport(path, NEW, { force })).toEqual({ status: 'not-a-file' });
    expect(lstatSync(path).isDirectory()).toBe(true);
  });

  it('a pipe, without waiting for a writer', () => {
    const path = join(tempFolder(), 'pipe');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    expect(writeReport(path, NEW, { force })).toEqual({ status: 'not-a-file' });
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('a socket', async () => {
    const path = join(tempFolder(), 's');
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(path, resolve));
    onTestFinished(() => void server.close());
    expect(writeReport(path, NEW, { force })).toEqual({ status: 'not-a-file' });
    expect(lstatSync(path).isSocket()).toBe(true);
  });
});

it('says why it could not write, and leaves nothing behind', () => {
  const folder = tempFolder();
  expect(writeReport(join(folder, 'no', 'where.html'), NEW)).toEqual({ status: 'failed', code: 'ENOENT' });
  expect(readdirSync(folder)).toEqual([]);
});
