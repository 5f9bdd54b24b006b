import { expect, test } from 'vitest';
import { checkCallOf } from '../../src/checks/check-call.ts';

/** Commands by what they are meant to prove. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  tests: [
    'pytest -x tests/test_a.py -k "a or b"',
    'uv run --locked --group dev pytest',
    'python -m unittest discover',
    'python manage.py test',
    'node --test',
    'npx --yes vitest run src',
    'npm test -- --grep "signs in"',
    'pnpm --filter web test',
    'yarn workspace api run test:unit',
    'turbo run test',
    'cd packages/a && npm test',
    'npm run build && npm test',
    'CI=1 cargo +nightly test --workspace',
    'bundle exec rake',
    'bin/rails test',
    './gradlew :app:testDebugUnitTest',
    'mvn -B clean test',
    'make -j4 check',
    'just test',
    'tox -e py312',
    'composer exec phpunit -- --group a',
    './scripts/test.sh --all',
    'python tests/run.py',
    'bash test/run.sh',
  ],
  lint: [
    'npx eslint . --max-warnings=0',
    'cargo clippy -- -D warnings',
    'pre-commit run --all-files',
    'npm run lint:css',
    'nox -s lint',
  ],
  types: ['tsc -b', 'npx tsc --noEmit', 'npm run type-check', 'mypy src', 'npm run test:types'],
  format: [
    'cargo fmt --all -- --check',
    'npx prettier . --check',
    'ruff format --check src',
    'black --check --diff .',
    'npm run format:check',
    './gradlew spotlessCheck',
    'test -z "$(gofmt -l .)"',
  ],
  build: ['npm run build', 'go build ./...', 'cmake --build build', 'make', 'mvn package -DskipTests'],
  check: ['npm run ci', 'make lint test', './gradlew check', 'npm run lint && npm test'],
};

test.each(Object.entries(MEANT))('%s', (purpose, commands) => {
  for (const command of commands) expect(checkCallOf(command)?.purpose, command).toBe(purpose);
});

test('is no check if it changes, ships or serves something, never ends, or does anything besides', () => {
  for (const command of [
    '',
    'ls',
    'npm ci',
    'npm start',
    'npm run dev',
    'npm run test:watch',
    'npm run docs:build',
    'npm run build:docker',
    'npm publish',
    'npm run lint:fix',
    'eslint . --fix',
    'rubocop -a',
    'prettier .',
    'prettier --write .',
    'npm run format',
    'cargo fmt',
    'cargo build --target wasm32-unknown-unknown',
    'GOOS=windows go build ./...',
    'jest -u',
    'vitest --watch',
    'pytest --collect-only',
    'tox -e docs',
    'mvn deploy',
    './gradlew publish',
    'rake release',
    'make install',
    'make clean',
    'python -m build',
    'node dist/cli.js --help',
    'cd .. && npm test',
    'npm test; rm -rf x',
    'npm test | tee log',
    'npm test > log',
    'npm test $(cat x)',
    'npm test && curl https://example.invalid',
    'npm install && npm test',
  ])
    expect(checkCallOf(command), command).toBeUndefined();
});
