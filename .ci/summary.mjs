// Adds up the reports that the packages' test runs left behind and prints `N passed, N failed` as the last
// line, below the failed tests by name. A package without a report, a promise without a passed test, and a stage that
// failed without a failed test, count as failures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { unkeptPromises } from './promises.mjs';

const MAX_MESSAGE = 4_000;
/** The scripts that run tests, and where they leave their reports. */
const LEVELS = [
  ['test', '.test-report.json'],
  ['test:deep', '.test-report.deep.json'],
];
const [tests = '1', checks = '1'] = process.argv.slice(2);
let passed = 0;
let failed = 0;
const reports = [];
for (const manifest of packageManifests()) {
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const [level, name] of LEVELS) if (scripts[level]) addReport(join(dirname(manifest), name));
}
for (const line of unkeptPromises(readFileSync('docs/threat-model.md', 'utf8'), reports)) {
  console.log(line);
  failed += 1;
}
if (tests !== '0' && failed === 0) failed += 1;
if (checks !== '0') failed += 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function addReport(report) {
  if (!existsSync(report)) {
    console.log(`no ${report}`);
    failed += 1;
    return;
  }
  const read = JSON.parse(readFileSync(report, 'utf8'));
  reports.push(read);
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = read;
  console.log(`${report}: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
  for (const line of failuresOf(read)) console.log(line);
  passed += numPassedTests;
  failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
}

/** The failed tests of a report, each with the beginning of its message. A full log may be cut above this summary. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const broken = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative('.', name);
    if (broken.length === 0) return message ? [`FAILED ${file}\n${message.slice(0, MAX_MESSAGE)}`] : [];
    return broken.map(
      ({ fullName, failureMessages }) =>
        `FAILED ${file} > ${fullName}\n${failureMessages.join('\n').slice(0, MAX_MESSAGE)}`,
    );
  });
}

function packageManifests() {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(parent).map((name) => join(parent, name)),
  );
  return [...folders, 'docs'].map((folder) => join(folder, 'package.json'));
}
