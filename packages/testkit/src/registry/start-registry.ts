import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendJson } from '../loopback/send-json.ts';
import { type LoopbackService, serveLoopback } from '../loopback/serve-loopback.ts';
import { readManifest } from './pack-folder.ts';

/** An npm registry on loopback that has only the packages published to it. */
export interface Registry extends LoopbackService {
  /** Adds a packed package: a tarball, or the path of one. The version published last is `latest`. */
  readonly publish: (tarball: Buffer | string) => Promise<PublishedPackage>;
  /** Makes it npm's default registry for a home. */
  readonly configure: (home: string) => Promise<void>;
  /** Its requests, as `METHOD /path`. */
  readonly calls: readonly string[];
}

/** Name and version of a package in the registry. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
}

interface Release {
  readonly manifest: PublishedPackage & Readonly<Record<string, unknown>>;
  readonly tarball: Buffer;
}

/**
 * Serves packed packages to npm. It has no upstream: a package not published here doesn't exist.
 *
 * @example
 * const registry = await startRegistry(['build/my-plugin-1.0.0.tgz']);
 * await registry.configure(sandbox.home);
 * await runInSandbox({ sandbox, services: [registry], command: ['npm', 'install', 'my-plugin'] });
 */
export async function startRegistry(tarballs: readonly (Buffer | string)[] = []): Promise<Registry> {
  const releases = new Map<string, Release[]>();
  const calls: string[] = [];

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://loopback').pathname);
    calls.push(`${request.method} ${path}`);
    const file = path.startsWith('/-/tarballs/') ? findTarball(path.slice('/-/tarballs/'.length)) : undefined;
    const known = releases.get(path.slice(1));
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file);
    } else if (known !== undefined) {
      // Tarball addresses use the host that the caller used.
      sendJson(response, 200, { body: toPackument(known, `http://${request.headers.host}`) });
    } else {
      sendJson(response, 404, { body: { error: `${path} was never published here` } });
    }
  }

  function findTarball(name: string): Buffer | undefined {
    return [...releases.values()].flat().find(({ manifest }) => tarballName(manifest) === name)?.tarball;
  }

  async function publish(tarball: Buffer | string): Promise<PublishedPackage> {
    const bytes = typeof tarball === 'string' ? await readFile(tarball) : tarball;
    const manifest = readManifest(bytes) as Release['manifest'];
    releases.set(manifest.name, [...(releases.get(manifest.name) ?? []), { manifest, tarball: bytes }]);
    return { name: manifest.name, version: manifest.version };
  }

  const service = await serveLoopback(answer);
  for (const tarball of tarballs) await publish(tarball);
  return {
    ...service,
    publish,
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

function tarballName({ name, version }: PublishedPackage): string {
  return `${name}-${version}.tgz`;
}
