import type { Manifest } from '@assay/contracts';
import { ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { CheckPublishedCode } from './check-published-code.js';
import { FunctionsSandbox } from './functions-sandbox.fixture.js';

const sandbox = new FunctionsSandbox({});
const check = new CheckPublishedCode({
  sandbox,
  lists: { folders: ['/data'], variables: [], hosts: [] },
  plainCode: async ({ code }) => ok(code),
  dependencies: { allowed: [{ name: 'pad', version: '1.0.0', integrity: 'sha256-a' }] },
});
const reads = 'export default async (i, host) => host.files.read(i.path)';
const issuesOf = async (endpoint: object, parts: object = {}) => {
  const manifest = { protocol: 'sandbox', inputSchema: { type: 'object' }, endpoint, ...parts };
  const checked = await check.run(manifest as unknown as Manifest);
  return checked.ok ? [] : (checked.error.issues ?? checked.error.code);
};

describe('code that is published with its manifest', () => {
  it('is accepted when its manifest states what it uses', async () => {
    expect(await issuesOf({ code: 'export default (i) => i', tier: 0 })).toEqual([]);
    const access = { folders: ['/data/a'] };
    expect(await issuesOf({ code: reads, tier: 1, functions: ['files.read'], access })).toEqual([]);
    const pinned = [{ name: 'pad', version: '1.0.0', integrity: 'sha256-a' }];
    const pads = 'import { pad } from "pad"; export default pad;';
    expect(await issuesOf({ code: pads, tier: 0, dependencies: pinned })).toEqual([]);
    expect(await issuesOf({ url: 'https://a.example' }, { protocol: 'http' })).toEqual([]);
    expect(sandbox.runs).toBe(0);
  });

  it('is refused with each problem at its place', async () => {
    expect(await issuesOf({ code: 'export default () => eval("1")', tier: 0 })).toEqual([
      { path: '/endpoint/code', message: '"eval" makes code from text. (line 1)' },
    ]);
    expect(await issuesOf({ code: 'export default (', tier: 0 })).toMatchObject([{ path: '/endpoint/code' }]);
    expect(await issuesOf({ code: reads, tier: 0, access: { folders: ['/data'] } })).toEqual([
      { path: '/endpoint/tier', message: 'must be 1: It reads files (host.files.read, line 1).' },
      { path: '/endpoint/functions', message: 'must name the functions that the code uses: files.read' },
    ]);
    expect(await issuesOf({ code: reads, tier: 1, functions: ['files.read'] })).toMatchObject([
      { path: '/endpoint/access' },
    ]);
  });

  it('may depend on pinned modules only', async () => {
    const code = 'export default (i) => i';
    const other = [{ name: 'pad', version: '1.0.0', integrity: 'sha256-b' }];
    expect(await issuesOf({ code, tier: 0, dependencies: other })).toMatchObject([
      { path: '/endpoint/dependencies/0', message: expect.stringContaining('sha256-a') },
    ]);
    const unknown = [{ name: 'lodash', version: '1.0.0', integrity: 'sha256-a' }];
    expect(await issuesOf({ code, tier: 0, dependencies: unknown })).toMatchObject([
      { path: '/endpoint/dependencies/0', message: expect.stringContaining('not allowed') },
    ]);
  });

  it('is refused where its language cannot be read', async () => {
    sandbox.refused = 'Not here.';
    expect(await issuesOf({ code: 'def run(input): return input', tier: 0, language: 'python' })).toBe(
      'isolation_required',
    );
    sandbox.refused = null;
  });
});
