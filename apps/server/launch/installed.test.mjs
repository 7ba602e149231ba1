import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packagesAreInstalled } from './installed.mjs';

let base;

const write = (path, content) => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), JSON.stringify(content));
};

const zod = { version: '4.6.0', integrity: 'sha512-a' };
const lock = {
  '': { devDependencies: { jest: '^30.0.0' } },
  'libs/kernel': { dependencies: { zod: '^4.6.0' } },
  'node_modules/@assay/kernel': { resolved: 'libs/kernel', link: true },
  'node_modules/zod': zod,
  'node_modules/for-another-machine': { version: '1.0.0', optional: true },
};

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'assay-installed-'));
  write('package.json', { name: 'root', devDependencies: { jest: '^30.0.0' } });
  write('libs/kernel/package.json', { name: '@assay/kernel', dependencies: { zod: '^4.6.0' } });
  write('package-lock.json', { packages: lock });
  write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': zod } });
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('packagesAreInstalled', () => {
  it('is content when node_modules holds what the lock file asks of every machine', () => {
    expect(packagesAreInstalled(base)).toBe(true);
  });

  it.each([
    ['nothing is installed', () => rmSync(join(base, 'node_modules'), { recursive: true })],
    ['there is no lock file', () => rmSync(join(base, 'package-lock.json'))],
    ['npm was interrupted', () => writeFileSync(join(base, 'node_modules', '.package-lock.json'), '{"pack')],
    ['a package is missing', () => write('node_modules/.package-lock.json', { packages: {} })],
    [
      'another version is installed',
      () =>
        write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': { ...zod, version: '4.5.0' } } }),
    ],
    [
      'other content is installed',
      () => write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': { ...zod, integrity: 'b' } } }),
    ],
    [
      'a workspace asks for more',
      () => write('libs/kernel/package.json', { dependencies: { zod: '^4.6.0', ajv: '^8' } }),
    ],
    ['a workspace is new', () => write('libs/search/package.json', { dependencies: { stemmer: '^2' } })],
    ['the root asks for something else', () => write('package.json', { devDependencies: { jest: '^31.0.0' } })],
  ])('is not when %s', (_, change) => {
    change();
    expect(packagesAreInstalled(base)).toBe(false);
  });
});
