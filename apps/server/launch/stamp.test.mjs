import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fingerprint, isUpToDate, writeStamp } from './stamp.mjs';

let base;

const write = (path, text) => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
};

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'assay stamp '));
  write('package.json', '{}');
  write('package-lock.json', '{}');
  write('tsconfig.json', '{}');
  write('prisma/schema.prisma', 'model A {}');
  write('libs/kernel/package.json', '{}');
  write('libs/kernel/src/index.ts', 'export {};');
  write('libs/kernel/dist/index.js', '');
  write('libs/persistence/package.json', '{}');
  write('libs/persistence/generate.mjs', '');
  write('libs/persistence/src/generated/client.ts', '');
  write('apps/server/package.json', '{}');
  write('apps/server/dist/bundle/start.js', '');
  write('apps/console/package.json', '{}');
  write('apps/console/index.html', '');
  write('apps/console/dist/site/index.html', '');
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('the build stamp', () => {
  it('holds for what it was written for', () => {
    expect(isUpToDate(base)).toBe(false);
    writeStamp(base, fingerprint(base));
    expect(isUpToDate(base)).toBe(true);
  });

  it.each([
    'package.json',
    'package-lock.json',
    '.npmrc',
    'tsconfig.json',
    'prisma/migrations/1/migration.sql',
    'libs/kernel/package.json',
    'libs/kernel/tsconfig.json',
    'libs/kernel/src/index.ts',
    'libs/kernel/src/new.ts',
    'libs/persistence/generate.mjs',
    'apps/server/src/main.ts',
    'apps/console/index.html',
    'apps/console/src/frame/frame.css',
  ])('is void after a change of %s', (path) => {
    writeStamp(base, fingerprint(base));
    write(path, '{"changed": true}');
    expect(isUpToDate(base)).toBe(false);
  });

  it.each([
    'README.md',
    'docs/decisions/0001.md',
    'libs/kernel/src/new.test.ts',
    'libs/persistence/src/generated/client.ts',
    'apps/server/launch/start.mjs',
    'test/run.mjs',
    '.assay/admin.key',
  ])('does not care about %s', (path) => {
    writeStamp(base, fingerprint(base));
    write(path, 'changed');
    expect(isUpToDate(base)).toBe(true);
  });

  it.each([
    'apps/server/dist/bundle/start.js',
    'libs/kernel/dist/index.js',
    'libs/persistence/src/generated',
    'apps/console/dist/site/index.html',
  ])('is void without %s', (path) => {
    writeStamp(base, fingerprint(base));
    rmSync(join(base, path), { recursive: true });
    expect(isUpToDate(base)).toBe(false);
  });

  it('is void when it cannot be read', () => {
    writeStamp(base, fingerprint(base));
    write('node_modules/.assay-stamp.json', 'half');
    expect(isUpToDate(base)).toBe(false);
  });
});
