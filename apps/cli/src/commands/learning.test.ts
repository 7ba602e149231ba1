import type { LearningView, RuleView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const learning: LearningView = {
  enabled: true,
  changedAt: '2026-11-22T00:00:00.000Z',
  outcomes: 13,
  mine: 4,
  principals: [{ principal: 'ann', outcomes: 9 }],
  mostOutcomes: 10_000,
  halfLifeDays: 90,
  keptDays: 365,
  tools: [
    {
      tool: 'acme/mail.send',
      successes: 12,
      failures: 1,
      lastAt: '2026-11-21T10:00:00.000Z',
      tasks: ['send the invoice', 'remind a customer'],
    },
  ],
};

describe('learning', () => {
  it('shows what was learnt, and for what it worked', async () => {
    const { out, code } = await assay(['learning'], { answers: { 'GET /v1/learning': learning } });
    expect(code).toBe(0);
    expect(out).toContain('Learning is on: 13 outcomes (4 from your calls) of at most 10,000; half-life 90 days');
    expect(out).toMatch(/acme\/mail\.send +12 +1 +2026-11-21 +send the invoice · remind a customer/);
    expect(out).toMatch(/ann +9/);
  });

  it('says what to do when nothing is learnt', async () => {
    const nothing = { ...learning, outcomes: 0, tools: [], principals: [] };
    const on = await assay(['learning', 'show'], { answers: { 'GET /v1/learning': nothing } });
    expect(on.out).toContain('--discovery <id>');
    const off = await assay(['learning'], { answers: { 'GET /v1/learning': { ...nothing, enabled: false } } });
    expect(off.out).toContain('Learning is off.\nAn administrator can switch it on: `assay learning on`.');
  });

  it('is switched on and off, and forgets', async () => {
    const answers = {
      'PUT /v1/learning': { ...learning, enabled: false },
      'DELETE /v1/learning': null,
      'DELETE /v1/learning/principals/ann': { outcomes: 9 },
    };
    const off = await assay(['learning', 'off'], { answers });
    expect(off.asked[0]?.body).toEqual({ enabled: false });
    expect(off.out).toContain('13 outcomes of before are kept but unused');
    expect((await assay(['learning', 'on'], { answers })).asked[0]?.body).toEqual({ enabled: true });
    expect((await assay(['learning', 'erase'], { answers })).out).toContain('Deleted everything');
    const one = await assay(['learning', 'erase', '--principal', 'ann'], { answers });
    expect(one.out).toContain('Deleted 9 outcomes learnt from the calls of ann.');
  });

  it('fails with the reason when it may not', async () => {
    const answers = { 'PUT /v1/learning': problem(403, 'forbidden', 'Learning is set by an administrator.') };
    const { code, err } = await assay(['learning', 'on'], { answers });
    expect(code).toBe(1);
    expect(err).toContain('Learning is set by an administrator.');
  });
});

const rule: RuleView = {
  id: '0198f000-0000-7000-8000-00000000a001',
  when: 'query.contains("invoice")',
  tool: 'acme/invoices.send',
  priority: 5,
  createdAt: '2026-11-22T00:00:00.000Z',
  createdBy: 'ann',
};

describe('rules', () => {
  it('lists them, and says how to make one', async () => {
    const line = 'GET /v1/rules?limit=50';
    const some = await assay(['rules'], { answers: { [line]: { items: [rule], nextCursor: null } } });
    expect(some.out).toMatch(/a001 +5 +acme\/invoices\.send +query\.contains\("invoice"\)/);
    const none = await assay(['rules', 'list'], { answers: { [line]: { items: [], nextCursor: null } } });
    expect(none.out).toContain('No rules. See `assay rules add --help`');
  });

  it('adds and removes', async () => {
    const answers = { 'POST /v1/rules': rule, [`DELETE /v1/rules/${rule.id}`]: null };
    const added = await assay(['rules', 'add', rule.tool, rule.when, '--priority', '5'], { answers });
    expect(added.asked[0]?.body).toEqual({ when: rule.when, tool: rule.tool, priority: 5 });
    expect(added.out).toContain('acme/invoices.send is chosen');
    expect((await assay(['rules', 'remove', rule.id], { answers })).out).toContain(`Removed ${rule.id}`);
  });

  it('refuses what is no tool before it asks', async () => {
    expect((await assay(['rules', 'add', 'invoices', 'true'], { answers: {} })).code).toBe(2);
  });
});
