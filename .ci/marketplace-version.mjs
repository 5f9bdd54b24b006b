// Gives the marketplace's entry the version of the plugin; part of `version-packages`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const path = join(root, '.claude-plugin/marketplace.json');
const { name, version } = JSON.parse(readFileSync(join(root, 'apps/plugin/package.json'), 'utf8'));
const marketplace = readFileSync(path, 'utf8');
const entry = new RegExp(`("package": "${name}", "version": ")[^"]*`);
if (!entry.test(marketplace)) throw new Error(`${path} has no entry for ${name}`);
writeFileSync(path, marketplace.replace(entry, `$1${version}`));
