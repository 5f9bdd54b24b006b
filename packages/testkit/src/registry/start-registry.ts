import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendJson } from '../loopback/send-json.ts';
import { type LoopbackService, serveLoopback } from '../loopback/serve-loopback.ts';
import { readManifest } from './pack-folder.ts';

/** An npm registry on loopback that has only the packages published to it. */
export interface Registry extends LoopbackService {
  /** Makes it npm's default registry for a home. */
  readonly configure: (home: string) => Promise<void>;
  /** Its requests, as `METHOD /path`. */
  readonly calls: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

interface Release {
  readonly manifest: Manifest;
  readonly tarball: Buffer;
}

/**
 * Serves packed packages to npm. It has no upstream: a package not published here doesn't exist.
 *
 * @example
 * const registry = await startRegistry([await packFolder('build/my-plugin')]);
 * await registry.configure(sandbox.home);
 * await runInSandbox({ sandbox, services: [registry], command: ['npm', 'install', 'my-plugin'] });
 */
export async function startRegistry(tarballs: readonly Buffer[]): Promise<Registry> {
  const releases = tarballs.map((tarball): Release => ({
    manifest: readManifest(tarball) as Manifest,
    tarball,
  }));
  const calls: string[] = [];

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://loopback').pathname);
    calls.push(`${request.method} ${path}`);
    const file = releases.find(({ manifest }) => path === `/-/tarballs/${tarballName(manifest)}`)?.tarball;
    const known = releases.filter(({ manifest }) => manifest.name === path.slice(1));
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file);
    } else if (known.length > 0) {
      // Tarball addresses use the host that the caller used.
      sendJson(response, 200, { body: toPackument(known, `http://${request.headers.host}`) });
    } else {
      sendJson(response, 404, { body: { error: `${path} was never published here` } });
    }
  }

  const service = await serveLoopback(answer);
  return {
    ...service,
    calls,
    configure: async (home) => {
      const settings = {
        registry: `${service.url}/`,
        prefix: join(home, '.npm-global'),
        audit: false,
        fund: false,
        'update-notifier': false,
      };
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(join(home, '.npmrc'), lines.join(''));
    },
  };
}

function toPackument(releases: readonly Release[], url: string): unknown {
  const [first] = releases;
  return {
    name: first?.manifest.name,
    'dist-tags': { latest: releases.at(-1)?.manifest.version },
    versions: Object.fromEntries(
      releases.map(({ manifest, tarball }) => [
        manifest.version,
        {
          ...manifest,
          dist: {
            tarball: `${url}/-/tarballs/${encodeURIComponent(tarballName(manifest))}`,
            shasum: createHash('sha1').update(tarball).digest('hex'),
            integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
          },
        },
      ]),
    ),
  };
}

function tarballName({ name, version }: Manifest): string {
  return `${name}-${version}.tgz`;
}
