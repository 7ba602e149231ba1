import { parse } from 'smol-toml';
import {
  type BuildCommand,
  type Check,
  type CommandRequest,
  type DetectedCheck,
  type DetectedSystem,
  fromFile,
  fromOutput,
  type ProjectFiles,
} from './system.js';

const markers = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini', 'setup.py', 'conftest.py'];
const environments = ['.venv', 'venv'];

function tools(files: ProjectFiles): ReadonlySet<string> {
  try {
    const { tool } = parse(files.read('pyproject.toml') ?? '') as { tool?: Record<string, unknown> };
    return new Set(Object.keys(tool ?? {}));
  } catch {
    return new Set();
  }
}

const isTestFile = (path: string): boolean => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path);

/** pytest, ruff and mypy, from the project's own environment where it has one. */
export function detectPython(files: ProjectFiles): DetectedSystem[] {
  const evidence = markers.filter((it) => files.has(it));
  if (evidence.length === 0) return [];
  const environment = environments.find((it) => files.has(`${it}/bin/python`));
  const python = environment === undefined ? 'python3' : `./${environment}/bin/python`;
  const used = tools(files);
  const test = ({ report, filter, files: changed }: CommandRequest): BuildCommand => {
    // pytest does not know what a file's tests depend on: changed test files are enough only when nothing else changed.
    const only = changed?.every(isTestFile) ? changed : [];
    const words = [python, '-m', 'pytest', '-q', '-o', 'junit_family=xunit1', `--junitxml=${report}`];
    const selection = [only.length > 0 && `${only.length} test files`, filter && `tests named "${filter}"`];
    return {
      words: [...words, ...(filter === undefined ? [] : ['-k', filter]), ...only],
      reports: [fromFile('junit', report)],
      selection: selection.filter(Boolean).join(', ') || null,
    };
  };
  const lint = ({ files: changed }: CommandRequest): BuildCommand => ({
    words: [python, '-m', 'ruff', 'check', '--output-format=json', '--no-cache', '--', ...(changed ?? ['.'])],
    reports: [fromOutput('ruff')],
    selection: changed === undefined ? null : `${changed.length} files`,
  });
  const types = (): BuildCommand => ({
    words: [python, '-m', 'mypy', '--no-color-output', '--no-error-summary', '.'],
    reports: [fromOutput('output')],
    selection: null,
  });
  const checks: Partial<Record<Check, DetectedCheck>> = { test: { declared: 'pytest', command: test } };
  if (used.has('ruff') || files.has('ruff.toml')) checks.lint = { declared: 'ruff check', command: lint };
  if (used.has('mypy') || files.has('mypy.ini')) checks.typecheck = { declared: 'mypy', command: types };
  return [{ system: 'pytest', evidence, checks, programs: environment === undefined ? ['python3'] : [] }];
}
