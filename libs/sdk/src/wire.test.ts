import { readFileSync } from 'node:fs';
import { errorCodes, errorTable, routes } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { AssayError } from './error.js';
import { version } from './version.js';
import { wire } from './wire.js';

describe('what the client repeats of the contracts, to be free of them at run time', () => {
  it('has every route, at its method and path', () => {
    const table = Object.entries(routes).map(([name, { method, path }]) => [name, `${method} ${path}`]);
    expect(Object.entries(wire).sort()).toEqual(table.sort());
  });

  it.each(errorCodes)('says of %s, as the error table does, whether a retry helps', (code) => {
    expect(new AssayError({ code, message: '' }).retryable).toBe(errorTable[code].retryable);
  });

  it('knows its own version', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(manifest).toMatchObject({ version });
  });
});
