// `pnpm run prices`, at a release: writes the list prices from the maintained list that is installed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pricesText } from './prices-text.ts';

const NAME = '@pydantic/genai-prices';
const folder = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', NAME, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const times = execFileSync('npm', ['view', NAME, 'time', '--json'], { encoding: 'utf8' });
const publishedOn = (JSON.parse(times) as Readonly<Record<string, string>>)[version]?.slice(0, 10);
if (publishedOn === undefined)
  throw new Error(`The registry doesn't say when ${NAME} ${version} was published.`);
writeFileSync(join(folder, 'src/usage/list-prices.ts'), pricesText({ version, publishedOn }));
console.log(`Prices of ${NAME} ${version}, published on ${publishedOn}`);
