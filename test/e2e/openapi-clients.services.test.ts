import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from './house.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Filled by `.ci/client-generators`. */
const generators = join(root, 'node_modules/.cache/client-generators');
const program = (name: string) =>
  join(generators, name === 'openapi-python-client' ? 'python/bin' : 'node_modules/.bin', name);

const shared = ['Envelope', 'Entry', 'EntryPage', 'Run', 'Saga', 'Problem', 'Manifest', 'DiscoveryAnswer'];

let house: House;
let folder: string;
beforeAll(async () => {
  house = await startHouse();
  folder = mkdtempSync(join(tmpdir(), 'assay-clients-'));
  const { body } = await house.admin.get('/openapi.json');
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(body));
});
afterAll(async () => {
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  expect({ status, errors: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, errors: '' });
  return stdout + stderr;
}

/** A test that is skipped, with the generator's name, where it is not installed. */
function withGenerator(name: string, body: (path: string) => void): void {
  const path = program(name);
  if (existsSync(path)) it(`${name} generates a client with the names of the shared schemas`, () => body(path));
  else it.skip(`${name} generates a client (not installed: .ci/client-generators)`, () => {});
}

const hasTypes = (file: string) => {
  run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'esnext',
    '--module',
    'preserve',
    file,
  ]);
  return readFileSync(join(folder, file), 'utf8');
};

describe('clients generated from the OpenAPI document', () => {
  withGenerator('openapi-typescript', (path) => {
    run(path, ['openapi.json', '-o', 'typescript.d.ts']);
    const types = hasTypes('typescript.d.ts');
    for (const name of shared) expect(types).toMatch(new RegExp(`^        ${name}: `, 'm'));
  });

  withGenerator('openapi-ts', (path) => {
    run(path, [
      '-i',
      'openapi.json',
      '-o',
      'client',
      '-p',
      '@hey-api/typescript',
      '@hey-api/sdk',
      '@hey-api/client-fetch',
    ]);
    const types = hasTypes('client/types.gen.ts');
    for (const name of shared) expect(types).toContain(`export type ${name} = `);
    expect(hasTypes('client/sdk.gen.ts')).toContain('export const invoke = ');
  });

  withGenerator('openapi-python-client', (path) => {
    const printed = run(path, ['generate', '--path', 'openapi.json', '--output-path', 'python', '--meta', 'none']);
    expect(printed).not.toMatch(/Unable to process schema/);
    const python = join(generators, 'python/bin/python');
    run(python, ['-c', `from python.models import ${shared.join(', ')}; from python.api.gateway import invoke`]);
  });
});
