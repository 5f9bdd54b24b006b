import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The path of this package's pinned client. */
export function clientPath(): string {
  const { folder, manifest } = clientPackage();
  return join(folder, manifest.bin.claude);
}

/** The version of that client. */
export function clientVersion(): string {
  return clientPackage().manifest.version;
}

function clientPackage(): { readonly folder: string; readonly manifest: ClientManifest } {
  const path = require.resolve('@anthropic-ai/claude-code/package.json');
  return { folder: dirname(path), manifest: JSON.parse(readFileSync(path, 'utf8')) as ClientManifest };
}

/** The fields that we read from the `package.json` of the pinned client. */
interface ClientManifest {
  readonly version: string;
  readonly bin: { readonly claude: string };
}
