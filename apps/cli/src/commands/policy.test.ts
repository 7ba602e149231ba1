import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicyView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const policy: PolicyView = {
  id: 'freeze',
  version: 2,
  text: 'forbid (principal, action, resource);\n',
  description: 'until Monday',
  digest: 'sha256:1',
  shipped: false,
  changedAt: '2026-11-22T00:00:00.000Z',
  changedBy: 'ann',
};
const page = (items: readonly object[]) => ({ items, nextCursor: null });
const decision = {
  masks: null,
  findings: [],
  verdict: 'REQUIRE_APPROVAL',
  policies: [{ id: 'default#destructive', version: 0 }],
  digest: 'sha256:2',
  why: 'needs approval by default#destructive',
  tool: 'acme/orders.delete',
  version: '1.0.0',
  failed: [{ id: 'x', message: 'type error' }],
};

async function file(): Promise<string> {
  const path = join(await emptyFolder(), 'freeze.cedar');
  await writeFile(path, policy.text);
  return path;
}

describe('policy', () => {
  it('lists, shows and tells of versions', async () => {
    const ships = { ...policy, id: 'default', version: 0, shipped: true, changedAt: null, changedBy: null };
    const answers = {
      'GET /v1/policies?limit=50': page([ships, policy]),
      'GET /v1/policies/freeze': policy,
      'GET /v1/policies/freeze/versions?limit=50': page([{ ...policy, version: 3, text: null }, policy]),
    };
    const { out } = await assay(['policy'], { answers });
    expect(out).toMatch(/default +0 +ships/);
    expect(out).toMatch(/freeze +2 +2026-11-22 +ann +until Monday/);
    const shown = await assay(['policy', 'show', 'freeze'], { answers });
    expect(shown.out.trim()).toBe(policy.text.trim());
    expect(shown.err).toContain('version 2');
    expect((await assay(['policy', 'versions', 'freeze'], { answers })).out).toMatch(/3 .*deleted/);
  });

  it('puts a file, under a condition', async () => {
    const { out, asked } = await assay(['policy', 'put', 'freeze', await file(), '--if-version', '1'], {
      answers: { 'PUT /v1/policies/freeze': policy },
    });
    expect(out).toContain('In force: freeze version 2.');
    expect(asked[0]?.headers.get('if-match')).toBe('"1"');
    expect(asked[0]?.body).toEqual({ text: policy.text });
    expect((await assay(['policy', 'put', 'freeze', await file(), '--if-version', '1', '--new'])).code).toBe(2);
    const refused = { 'PUT /v1/policies/freeze': problem(422, 'invalid_request', 'line 1, column 2: no') };
    expect(await assay(['policy', 'put', 'freeze', await file()], { answers: refused })).toMatchObject({ code: 1 });
    expect((await assay(['policy', 'put', 'freeze', 'nowhere.cedar'])).code).toBe(2);
  });

  it('checks and deletes', async () => {
    const statements = [
      { id: '1', effect: 'forbid', decision: 'deny', obligation: null, actions: ['call'], arguments: true },
    ];
    const answers = {
      'POST /v1/policies/check': { ok: true, statements },
      'DELETE /v1/policies/freeze': new Response(null, { status: 204 }),
    };
    expect((await assay(['policy', 'check', await file()], { answers })).out).toContain(
      '1: deny, depending on the arguments',
    );
    expect((await assay(['policy', 'delete', 'freeze'], { answers })).out).toContain('its versions are kept');
  });

  it('tries policies on recorded calls', async () => {
    const trial = {
      ...{ since: '2026-11-15T00:00:00.000Z', calls: 2_310, denied: 14, asked: 3, skipped: 2 },
      changes: [{ principal: 'planner', tool: 'acme/orders.delete', calls: 14, before: 'ALLOW', after: 'DENY' }],
    };
    const answers = { 'POST /v1/policies/try': trial };
    const { out, asked } = await assay(['policy', 'try', await file(), '--id', 'freeze', '--days', '7'], { answers });
    expect(out).toContain('Would have denied 14 of 2,310 since 2026-11-15; 3 would have waited for approval.');
    expect(out).toContain('2 left out');
    expect(out).toMatch(/planner +acme\/orders\.delete +14 +ALLOW +DENY/);
    expect(asked[0]?.body).toEqual({ id: 'freeze', text: policy.text, days: 7 });
    const same = { 'POST /v1/policies/try': { ...trial, denied: 0, asked: 0, skipped: 0, changes: [] } };
    const unchanged = await assay(['policy', 'try', await file()], { answers: same });
    expect(unchanged.out).toContain('Every call would be decided as it is');
    expect(unchanged.asked[0]?.body).toEqual({ id: 'proposed', text: policy.text });
    expect((await assay(['policy', 'try', await file(), '--days', '91'], { answers })).code).toBe(2);
  });

  it('says what would be decided', async () => {
    const answers = {
      'POST /v1/policies/evaluate': decision,
      'GET /v1/schemas/policies': { schema: 'entity Tool;\n' },
    };
    const words = ['policy', 'evaluate', 'acme/orders.delete', '{"id":7}', '--as', 'planner', '--with', await file()];
    const { out, asked } = await assay(words, { answers });
    expect(out).toContain('REQUIRE_APPROVAL acme/orders.delete@1.0.0');
    expect(out).toContain('x could not be evaluated: type error');
    expect(asked[0]).toMatchObject({
      body: { input: { id: 7 }, principal: 'planner', policy: { id: 'proposed', text: policy.text } },
    });
    expect((await assay(['policy', 'evaluate', 'acme/x', '--id', 'freeze'])).code).toBe(2);
    expect((await assay(['policy', 'schema'], { answers })).out).toContain('entity Tool;');
  });
});
