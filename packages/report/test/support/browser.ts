import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

/** A browser, and a function that closes it and removes its files. */
export interface OpenBrowser {
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/**
 * Opens a Chromium: the one that `CHROMIUM` names, else the one that came with the packages of this workspace (Linux
 * on x64), else one that is installed. Undefined if there is no browser.
 */
export async function openBrowser(): Promise<OpenBrowser | undefined> {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return launch(named, {});
  if (process.platform === 'linux' && process.arch === 'x64') return unpackAndLaunch();
  const installed = INSTALLED.find((path) => existsSync(path));
  return installed === undefined ? undefined : launch(installed, {});
}

/** Installed by `npm run test:deep` alone. */
const PACKED = join(import.meta.dirname, '../../../../.ci/deep/node_modules/@sparticuz/chromium/bin');

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
] as const;

async function launch(executablePath: string, env: Readonly<Record<string, string>>): Promise<OpenBrowser> {
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: ['--disable-gpu'],
    env: { ...process.env, ...env },
  });
  return { browser, close: async () => browser.close() };
}

/** The package holds the browser, its libraries without glibc, and a font, all compressed. */
async function unpackAndLaunch(): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-chromium-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const executablePath = join(folder, 'chromium');
    await inflate(join(PACKED, 'chromium.br'), executablePath);
    await untar(join(PACKED, 'al2023.tar.br'), join(folder, 'system'));
    await untar(join(PACKED, 'fonts.tar.br'), join(folder, 'fonts'));
    const opened = await launch(executablePath, {
      LD_LIBRARY_PATH: join(folder, 'system', 'lib'),
      FONTCONFIG_FILE: fontsIn(folder),
    });
    const close = async (): Promise<void> => {
      await opened.close();
      remove();
    };
    return { browser: opened.browser, close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Names the fonts of the machine, if it has any, and the one of the package: a page without a font has no text. */
function fontsIn(folder: string): string {
  const path = join(folder, 'fonts.conf');
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `<dir>${folder}/fonts</dir>`,
    `<cachedir>${folder}/font-cache</cachedir>`,
    '</fontconfig>',
  ];
  writeFileSync(path, lines.join('\n'));
  return path;
}

async function inflate(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o700 }));
}

async function untar(from: string, folder: string): Promise<void> {
  mkdirSync(folder);
  const archive = `${folder}.tar`;
  await inflate(from, archive);
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar could not unpack ${archive}: ${stderr}`);
}
