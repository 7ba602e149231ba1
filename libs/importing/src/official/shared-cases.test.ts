import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkServer, errorsOf } from './check-server.js';
import { compareVersions, isSemanticVersion } from './version-text.js';

const shared = process.env.ASSAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const folder = join(shared, 'registry');

interface Case {
  readonly group: string;
  readonly name: string;
  readonly server: unknown;
  readonly expect: 'valid' | 'invalid';
  readonly error_contains: string;
}

/** Maps errors of the official validators to the rules named here. */
const rules: Readonly<Record<string, string>> = {
  ErrVersionLooksLikeRange: 'version-looks-like-range',
  ErrReservedVersionString: 'reserved-version-string',
  ErrInvalidRepositoryURL: 'invalid-repository-url',
  ErrInvalidSubfolderPath: 'invalid-subfolder-path',
  ErrPackageNameHasSpaces: 'package-name-has-spaces',
  'title cannot be only whitespace': 'title-only-whitespace',
};

const here = existsSync(folder) ? describe : describe.skip;
const name = existsSync(folder)
  ? "the official validators' own cases"
  : `the official validators' own cases are not in ${folder}: set ASSAY_SHARED_DATA to check them too`;

here(name, () => {
  const text = (file: string) => (existsSync(folder) ? readFileSync(join(folder, file), 'utf8') : '');
  const cases = text('server_json_cases.jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);
  const versions = JSON.parse(text('version_cases.json') || '{}') as {
    is_semver?: { version: string; want: boolean }[];
    compare?: { a: string; b: string; want: number }[];
    compare_with_published_at?: { a: string; b: string; t_a: string; t_b: string; want: number }[];
  };
  const times: Readonly<Record<string, number>> = { earlier: 1, now: 2, later: 3 };

  it('give the expected verdict on every server.json', () => {
    const unexpected = cases.flatMap((it) => {
      const errors = errorsOf(checkServer(it.server, 'enforce').issues);
      if (it.expect === 'valid') return errors.length === 0 ? [] : [{ case: it.name, errors }];
      const wanted = rules[it.error_contains];
      const isFound = errors.some(
        ({ message, reference }) =>
          it.error_contains === '(any error)' || (wanted ? reference === wanted : message.includes(it.error_contains)),
      );
      return isFound ? [] : [{ case: it.name, wanted: it.error_contains, errors }];
    });
    expect(unexpected).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });

  it('give the expected order of versions', () => {
    for (const { version, want } of versions.is_semver ?? [])
      expect([version, isSemanticVersion(version)]).toEqual([version, want]);
    for (const { a, b, want } of versions.compare ?? []) expect([a, b, compareVersions(a, b)]).toEqual([a, b, want]);
    for (const { a, b, t_a, t_b, want } of versions.compare_with_published_at ?? [])
      expect([a, b, compareVersions(a, b, times[t_a], times[t_b])]).toEqual([a, b, want]);
  });
});
