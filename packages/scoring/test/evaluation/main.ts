import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { evaluate } from './evaluate.ts';
import { parseLabelledSpecs } from './labelled-spec.ts';
import { report } from './report.ts';

const [file] = process.argv.slice(2);
const path = file === undefined ? undefined : pathOf(file);
if (path === undefined) {
  process.stderr.write(
    [
      file === undefined ? '' : `No such file: ${file}\n`,
      'usage: evaluate FILE\n  FILE holds one labelled spec a line, like test/fixtures/rated-dev.jsonl\n',
    ].join(''),
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${report(evaluate(parseLabelledSpecs(readFileSync(path, 'utf8'))))}\n`);
}

/** `pnpm --filter` starts in the package; a relative path may be relative to the folder where the command was typed. */
function pathOf(file: string): string | undefined {
  const typedIn = process.env['INIT_CWD'] ?? '.';
  return [resolve(file), resolve(typedIn, file)].find((path) => existsSync(path));
}
