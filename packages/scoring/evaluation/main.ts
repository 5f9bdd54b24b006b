import { readFileSync } from 'node:fs';
import process from 'node:process';
import { evaluate } from './evaluate.ts';
import { parseLabelledSpecs } from './labelled-spec.ts';
import { report } from './report.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write(
    'usage: evaluate FILE\n  FILE holds one labelled spec a line, like test/fixtures/rated-dev.jsonl\n',
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${report(evaluate(parseLabelledSpecs(readFileSync(path, 'utf8'))))}\n`);
}
