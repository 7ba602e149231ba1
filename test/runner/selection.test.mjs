import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pathOfPackage, usesDatabase } from './selection.mjs';

const root = join(import.meta.dirname, '..', '..');

describe('the selection of tests', () => {
  it('finds the folder of a package', () => {
    expect(pathOfPackage('@assay/contracts', root)).toBe('libs/contracts/');
    expect(pathOfPackage('@assay/cli', root)).toBe('apps/cli/');
    expect(pathOfPackage('@assay/nowhere', root)).toBe('@assay/nowhere');
    expect(pathOfPackage('libs/contracts', root)).toBe('libs/contracts');
    expect(pathOfPackage('--watch', root)).toBe('--watch');
  });

  it.each([
    ['libs/contracts/src/errors.test.ts', false],
    ['libs/persistence/src/database/connect.test.ts', true],
    ['test/e2e/calls.test.ts', true],
    ['test/architecture/room-order.test.ts', false],
  ])('knows that %s needs PostgreSQL: %s', (path, needed) => {
    expect(usesDatabase(path)).toBe(needed);
  });
});
