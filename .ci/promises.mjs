// Says which promises of the threat model no test of the last run stands for: each named test must have run and passed.

/**
 * Names the tests of the promises that did not pass, one line each. `reports` are the JSON reports of the packages;
 * their paths may be of another checkout, because turbo restores a report with the tests that it doesn't run again.
 *
 * @param {string} page the threat model
 * @param {readonly { testResults: readonly { name: string, assertionResults: readonly { title: string, status: string }[] }[] }[]} reports
 * @returns {string[]}
 */
export function unkeptPromises(page, reports) {
  const files = reports.flatMap(({ testResults }) => testResults);
  return promiseRows(page).flatMap(({ promise, tests }) =>
    tests.flatMap(({ path, title }) => {
      const why = problemOf(files, path, title);
      return why === undefined
        ? []
        : [`no proof of "${promise}": ${path}${title ? ` "${title}"` : ''} ${why}`];
    }),
  );
}

function promiseRows(page) {
  const list = page.split('## Promises')[1]?.split('\n## ')[0] ?? '';
  return [...list.matchAll(/^- (.+?) \((`(?:packages|apps|docs)\/.+)\)$/gm)].map(([, promise, named]) => {
    const tests = [
      ...named.matchAll(/`((?:packages|apps|docs)\/[\w/-]+(?:\.test\.ts|\/))`(?:\s+_([^_]+)_)?/g),
    ];
    return { promise, tests: tests.map(([, path, title]) => ({ path, title })) };
  });
}

function problemOf(files, path, title) {
  const named = files.filter(({ name }) =>
    path.endsWith('/') ? name.includes(`/${path}`) : name.endsWith(`/${path}`),
  );
  const results = named.flatMap(({ assertionResults }) => assertionResults);
  const meant = title === undefined ? results : results.filter((one) => one.title.includes(title));
  if (meant.length === 0) return 'did not run';
  if (meant.some(({ status }) => status === 'failed')) return 'failed';
  return meant.some(({ status }) => status === 'passed') ? undefined : 'was skipped';
}
