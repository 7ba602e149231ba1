import type { LimitRuleView, LimitView, UsageView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const limit: LimitView = {
  name: 'tool.calls',
  subject: 'acme/orders.create',
  unit: 'count',
  limit: 1_000,
  windowSeconds: 60,
  calendar: false,
  share: 800,
  left: 799,
  retryAfterMs: 0,
  source: 'own',
};
const rule: LimitRuleView = {
  name: 'tool.calls',
  subject: 'acme/orders.create',
  unit: 'count',
  limit: 100,
  windowSeconds: 60,
  reason: 'its upstream is small',
  setAt: '2026-11-22T00:00:00.000Z',
  setBy: 'ann',
};
const page = (items: readonly object[], nextCursor: string | null = null) => ({ items, nextCursor });

describe('limits', () => {
  it('shows those that bind the caller, and of a tool when one is named', async () => {
    const line = 'GET /v1/limits?limit=50&tool=acme%2Forders.create';
    const daily = { ...limit, name: 'provider.calls.daily', windowSeconds: 86_400, calendar: true, source: 'default' };
    const spent = { ...limit, left: 0, retryAfterMs: 12_300, share: null, source: 'everybody' };
    const answers = { [line]: page([limit, daily, spent], 'more') };
    const { out, err } = await assay(['limits', 'show', '--tool', 'acme/orders.create'], { answers });
    expect(out).toMatch(/tool\.calls +acme\/orders\.create +799 +800 +1,000 a minute +for it/);
    expect(out).toMatch(/provider\.calls\.daily .*1,000 a day \(UTC\) +by default/);
    expect(out).toMatch(/0, more in 13 s +1,000 a minute +for everyone/);
    expect(err).toContain('--cursor more');
    const none = await assay(['limits'], { answers: { 'GET /v1/limits?limit=50': page([]) } });
    expect(none.out).toContain('No limits apply to you.');
  });

  it('sets and clears', async () => {
    const line = 'PUT /v1/limits/tool.calls/acme%2Forders.create';
    const words = ['limits', 'set', 'tool.calls', 'acme/orders.create', '100', '--reason', 'its upstream is small'];
    const { out, asked, code } = await assay(words, { answers: { [line]: rule } });
    expect(code).toBe(0);
    expect(asked[0]).toMatchObject({ line, body: { limit: 100, reason: 'its upstream is small' } });
    expect(out).toContain('tool.calls of acme/orders.create is 100 a minute');
    const clear = 'DELETE /v1/limits/sandbox.calls/*';
    const cleared = await assay(['limits', 'clear', 'sandbox.calls', '*'], { answers: { [clear]: null } });
    expect(cleared.out).toContain('applies to sandbox.calls of * again');
  });

  it('lists what was set', async () => {
    const line = 'GET /v1/limits/rules?limit=50&name=tool.calls';
    const { out } = await assay(['limits', 'rules', '--name', 'tool.calls'], { answers: { [line]: page([rule]) } });
    expect(out).toMatch(/acme\/orders\.create +100 a minute +2026-11-22 +ann +its upstream is small/);
    const empty = await assay(['limits', 'rules'], { answers: { 'GET /v1/limits/rules?limit=50': page([]) } });
    expect(empty.out).toContain('the defaults apply');
  });

  it('shows and sets quantities in money', async () => {
    const budget = {
      ...limit,
      name: 'caller.cost.daily',
      unit: 'usd',
      limit: 2.5,
      left: 0.25,
      share: null,
      calendar: true,
    };
    const { out } = await assay(['limits'], { answers: { 'GET /v1/limits?limit=50': page([budget]) } });
    expect(out).toMatch(/caller\.cost\.daily .*\$0\.25 .*\$2\.50 a day \(UTC\)/);
    const each = { ...rule, name: 'call.cost', subject: '*', unit: 'usd', limit: 0.1, windowSeconds: 0 };
    const set = await assay(['limits', 'set', 'call.cost', '*', '0.1'], {
      answers: { 'PUT /v1/limits/call.cost/*': each },
    });
    expect(set.out).toContain('call.cost of everybody is $0.10 a call');
    expect(set.asked[0]?.body).toEqual({ limit: 0.1 });
  });

  it('refuses what cannot be meant, and passes on what the server refuses', async () => {
    expect((await assay(['limits', 'set', 'calls', 'acme', '1'])).code).toBe(2);
    expect((await assay(['limits', 'set', 'tool.calls', 'acme/x', '1.5'])).code).toBe(2);
    expect((await assay(['limits', 'set', 'tool.calls', 'acme/x'])).code).toBe(2);
    const line = 'DELETE /v1/limits/tool.calls/acme%2Fx';
    const answers = { [line]: problem(404, 'not_found', 'tool.calls is not set for "acme/x".') };
    const { code, err } = await assay(['limits', 'clear', 'tool.calls', 'acme/x'], { answers });
    expect([code, err]).toEqual([1, expect.stringContaining('is not set for')]);
  });
});

describe('usage', () => {
  it.each(['yesterday', '2026-13-01', '2026-02-30', '26-1-1'])('says what a day is when %s is given', async (given) => {
    const { code, err, asked } = await assay(['usage', '--since', given], { answers: {} });
    expect([code, asked]).toEqual([2, []]);
    expect(err).toContain('It must be a date such as 2026-11-01.');
  });

  const row: UsageView = {
    tool: 'acme/orders.create',
    organisation: null,
    caller: null,
    day: null,
    calls: 2_000,
    failures: 50,
    costUsd: 4,
  };

  it('adds up by tool by default', async () => {
    const line = 'GET /v1/usage?limit=50&by=tool&side=caller';
    const { out } = await assay(['usage'], {
      answers: { [line]: page([row, { ...row, tool: 'acme/x', costUsd: 0 }]) },
    });
    expect(out).toMatch(/acme\/orders\.create +2,000 +50 \(3 %\) +\$4\.00/);
    const json = await assay(['usage', '--json'], { answers: { [line]: page([row]) } });
    expect(JSON.parse(json.out)).toEqual(page([row]));
  });

  it('shows callers of one’s own tools, those of other organisations as one', async () => {
    const line = 'GET /v1/usage?limit=50&by=caller&side=provider&tool=acme%2Fx&since=2026-11-01&until=2026-11-22';
    const words = ['usage', '--side', 'provider', '--by', 'caller', '--tool', 'acme/x'];
    const people = { ...row, tool: null, organisation: 'umbrella' };
    const answers = { [line]: page([people, { ...people, organisation: 'default', caller: 'ann' }]) };
    const { out } = await assay([...words, '--since', '2026-11-01', '--until', '2026-11-22'], { answers });
    expect(out).toMatch(/umbrella\/\(its people\) +2,000/);
    expect(out).toMatch(/default\/ann +2,000/);
    const none = await assay(['usage', '--side', 'provider'], {
      answers: { 'GET /v1/usage?limit=50&by=tool&side=provider': page([]) },
    });
    expect(none.out).toContain('No calls to your tools');
  });
});
