import { describe, expect, it } from '@jest/globals';
import { packageProblems } from './packages.mjs';

const manifest = {
  exports: { '.': { 'assay:source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' } },
  bin: { assay: 'bin/assay.mjs' },
};
const whole = ['package.json', 'bin/assay.mjs', 'dist/index.js', 'dist/index.d.ts', 'README.md'];

describe('the package check', () => {
  it('is content with what package.json promises and nothing else', () => {
    expect(packageProblems(manifest, whole)).toEqual([]);
  });

  it.each(['src/index.ts', 'dist/names.test.js', 'dist/index.ts', 'test/x.js'])('refuses %s', (path) => {
    expect(packageProblems(manifest, [...whole, path])).toEqual([`${path} does not belong in a package`]);
  });

  it('misses what is promised', () => {
    expect(packageProblems(manifest, ['package.json', 'dist/index.js', 'dist/index.d.ts'])).toEqual([
      'bin/assay.mjs is promised by package.json but not packed',
    ]);
    expect(packageProblems({}, ['package.json'])).toEqual(['nothing of dist is packed']);
  });

  it('leaves bundled packages as they are', () => {
    const bundling = { ...manifest, bundleDependencies: ['zod'] };
    expect(packageProblems(bundling, [...whole, 'node_modules/zod/src/index.ts'])).toEqual([]);
  });
});
