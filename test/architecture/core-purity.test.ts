import { describe, it } from '@jest/globals';
import { corePurity } from './core-purity.js';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';

const file = 'libs/registry/src/planted.ts';

describe('rule 1, a pure domain', () => {
  it.each<Breach>([
    [file, `import { readFile } from 'node:fs/promises';`, 'imports node:fs/promises'],
    [file, `import { createHash } from 'node:crypto';`, 'imports node:crypto'],
    [file, `import { Injectable } from '@nestjs/common';`, 'imports @nestjs/common'],
    [file, `import type { Logger } from 'pino';`, 'imports pino'],
    [file, `const fs = await import('fs');`, 'imports fs'],
    [file, `export type Row = import('@prisma/client').Row;`, 'imports @prisma/client'],
    [file, `export { z } from 'zod';`, 'imports zod'],
    [file, `export const at = Date.now();`, 'uses Date.now'],
    [file, `export const at = () => new Date();`, /uses new Date\(\)/],
    [file, `export const at = Date();`, 'uses Date'],
    [file, `const { now } = Date;`, 'uses Date'],
    [file, `export const clock = { now: Date.now };`, 'uses Date.now'],
    [file, `export const dice = Math.random();`, 'uses Math.random'],
    [file, `export const id = crypto.randomUUID();`, 'uses crypto.randomUUID'],
    [file, `export const home = process.env.HOME;`, 'uses process.env'],
    [file, `export const home = globalThis.process;`, 'uses globalThis.process'],
    [file, `console.log('here');`, 'uses console.log'],
    [file, `export const wait = () => setTimeout(() => {}, 1);`, 'uses setTimeout'],
    [file, `export const t = (performance as { now(): number }).now();`, 'uses performance'],
    [file, `export const load = { fetch };`, 'uses fetch'],
    [file, `export const signal = AbortSignal.timeout(10);`, 'uses AbortSignal.timeout'],
    [file, `export const f = (at = Date.now()) => at;`, 'uses Date.now'],
  ])('catches %s with %s', (...breach) => expectCaught(corePurity, breach));

  it.each<Fine>([
    ['libs/kernel/src/digest.ts', `import { createHash } from 'node:crypto'; createHash('sha256');`],
    [file, `import { satisfies } from 'semver'; import Ajv from 'ajv/dist/2020.js'; import { RE2JS } from 're2js';`],
    [file, `import type { Manifest } from '@assay/contracts'; import { ok } from '@assay/kernel';`],
    [file, `export const text = (ms: number) => new Date(ms).toISOString(); export const y = Date.UTC(2026, 1);`],
    [file, `export const age = (clock: { now(): number }) => clock.now(); export const m = Math.max(1, 2);`],
    [file, `export const run = (process: { id: string }) => process.id; export const x = { fetch: 1 }.fetch;`],
    [file, `export interface Tool { fetch: typeof fetch; process: string } export const any = AbortSignal.any([]);`],
    ['libs/registry/src/planted.test.ts', `import { it } from '@jest/globals'; it('x', () => Date.now());`],
    ['libs/search/src/planted.ts', `export const at = Date.now();`],
  ])('leaves %s with %s alone', (...fine) => expectFine(corePurity, fine));
});
