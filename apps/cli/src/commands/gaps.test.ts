import type { Gap, GapTemplate } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const at = { firstAt: '2026-11-20T00:00:00.000Z', lastAt: '2026-11-22T00:00:00.000Z' };
const template: GapTemplate = {
  ...{ name: 'fold-crane', description: 'fold a paper crane', inputSchema: {}, outputSchema: {} },
  language: 'typescript',
  ...{ code: 'export default (input) => input;', tests: [] },
};
const request: Gap = {
  ...{ id: 'aa', kind: 'request', what: 'fold a paper crane', times: 4, callers: 2, ...at },
  ...{ tools: [], nearest: ['acme/paper'], proposal: { kind: 'template', template } },
};
const manifest = { name: 'acme/a-then-b', version: '1.0.0' } as never;
const sequence: Gap = {
  ...{ id: 'bb', kind: 'sequence', what: 'acme/a, then acme/b', times: 3, callers: 1, ...at },
  ...{ tools: ['acme/a', 'acme/b'], nearest: [], proposal: { kind: 'composition', manifest } },
};
const page = (items: readonly Gap[]) => ({ items, nextCursor: null });
const all = { 'GET /v1/gaps?limit=200': page([request, sequence, { ...sequence, id: 'cc', proposal: null }]) };

describe('gaps', () => {
  it('are listed with what was asked, how often, by how many, and the nearest tools', async () => {
    const { out, code } = await assay(['gaps'], { answers: { 'GET /v1/gaps?limit=50': page([request, sequence]) } });
    expect(code).toBe(0);
    expect(out).toMatch(/aa +request +4 +2 +fold a paper crane +acme\/paper +template/);
    expect(out).toMatch(/bb +sequence +3 +1 +acme\/a, then acme\/b +composition/);
    const one = await assay(['gaps', 'list', '--kind', 'chain', '--json'], {
      answers: { 'GET /v1/gaps?limit=50&kind=chain': page([]) },
    });
    expect(JSON.parse(one.out)).toEqual(page([]));
    const none = await assay(['gaps'], { answers: { 'GET /v1/gaps?limit=50': page([]) } });
    expect(none.out).toContain('No gaps');
  });

  it('have proposals, printed as the file of the command that comes next', async () => {
    const composition = await assay(['gaps', 'propose', 'bb'], { answers: all });
    expect([JSON.parse(composition.out), composition.err]).toEqual([
      manifest,
      expect.stringContaining('assay publish'),
    ]);
    const made = await assay(['gaps', 'propose', 'aa'], { answers: all });
    expect([JSON.parse(made.out), made.err]).toEqual([template, expect.stringContaining('assay make tool')]);
  });

  it('fail for a gap without a proposal, for an unknown one and for a kind there is not', async () => {
    expect((await assay(['gaps', 'propose', 'cc'], { answers: all })).code).toBe(1);
    const unknown = await assay(['gaps', 'propose', 'zz'], { answers: all });
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('no gap with the id "zz"')]);
    expect((await assay(['gaps', 'list', '--kind', 'holes'])).code).toBe(2);
  });
});
