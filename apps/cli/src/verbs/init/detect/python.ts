import type { ProjectFiles, Proposal, ProposalName } from './project-files.ts';

/** How a program of the project's environment is run. A section for a build backend alone names no manager. */
const RUNNERS: readonly (readonly [file: string, section: RegExp, runner: string])[] = [
  ['uv.lock', /^\[tool\.uv(?!\.build-backend)\b/m, 'uv run '],
  ['poetry.lock', /^\[tool\.poetry\b/m, 'poetry run '],
  ['pdm.lock', /^\[tool\.pdm\.(?:scripts|dev-dependencies|resolution|options)\b/m, 'pdm run '],
  ['Pipfile', /(?!)/, 'pipenv run '],
];

const MARKS = [
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'noxfile.py',
  'Pipfile',
  'requirements.txt',
  'requirements-dev.txt',
];

/** Proposes the checks of a Python project: tox or nox if it has them, else its tools by the runner in use. */
export function detectPython({ entries, texts }: ProjectFiles): readonly Proposal[] {
  const from = MARKS.find((name) => entries.has(name));
  if (from === undefined) return [];
  const pyproject = texts.get('pyproject.toml') ?? '';
  const setup = texts.get('setup.cfg') ?? '';
  const all = [pyproject, setup, texts.get('requirements.txt'), texts.get('requirements-dev.txt')].join('\n');
  const runner = RUNNERS.find(([file, section]) => entries.has(file) || section.test(pyproject))?.[2] ?? '';
  /** The project names this tool: as a dependency, or in a section of its own. */
  const names = (tool: string): boolean =>
    new RegExp(`(?:^|["'\\s\\[.])${tool}(?:["'\\s\\].<>=~!;,:]|$)`, 'm').test(all);
  const propose = (name: ProposalName, command: string): Proposal => ({
    name,
    command,
    timeout: name === 'tests' ? '10m' : '5m',
    from,
  });
  const tests = testCommand({ entries, texts }, { runner, setup, pyproject, names });
  return [
    ...(tests === undefined ? [] : [propose('tests', tests)]),
    ...(names('ruff') || entries.has('ruff.toml') || entries.has('.ruff.toml')
      ? [propose('lint', `${runner}ruff check .`)]
      : names('flake8') || entries.has('.flake8')
        ? [propose('lint', `${runner}flake8`)]
        : []),
    ...(names('mypy') || entries.has('mypy.ini')
      ? [propose('types', `${runner}mypy .`)]
      : names('pyright') || entries.has('pyrightconfig.json')
        ? [propose('types', `${runner}pyright`)]
        : []),
    ...(/^\[tool\.ruff\.format\]/m.test(pyproject)
      ? [propose('format', `${runner}ruff format --check .`)]
      : names('black')
        ? [propose('format', `${runner}black --check .`)]
        : []),
  ];
}

interface Python {
  readonly runner: string;
  readonly setup: string;
  readonly pyproject: string;
  readonly names: (tool: string) => boolean;
}

function testCommand(
  { entries }: ProjectFiles,
  { runner, setup, pyproject, names }: Python,
): string | undefined {
  const hasTox = entries.has('tox.ini') || /^\[tox/m.test(setup) || /^\[tool\.tox\b/m.test(pyproject);
  if (hasTox) return names('tox') ? `${runner}tox` : 'tox';
  if (entries.has('noxfile.py')) return names('nox') ? `${runner}nox` : 'nox';
  if (names('pytest') || entries.has('pytest.ini') || entries.has('conftest.py'))
    return runner === '' ? 'python3 -m pytest' : `${runner}pytest`;
  if (!entries.has('tests') && !entries.has('test')) return undefined;
  return runner === '' ? 'python3 -m unittest' : `${runner}python -m unittest`;
}
