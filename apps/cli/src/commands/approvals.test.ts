import type { ApprovalDetail } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const id = '0198f000-0000-7000-8000-0000000000a1';
const invocation = '0198f000-0000-7000-8000-0000000000c1';
const approval: ApprovalDetail = {
  id,
  status: 'pending',
  invocation,
  subject: 'call',
  tool: 'acme/orders.delete',
  version: '1.2.0',
  level: 1,
  caller: { name: 'carl', kind: 'agent' },
  argumentsDigest: 'sha256:aa',
  policies: [{ id: 'default#destructive', version: 1 }],
  why: 'needs approval by default#destructive',
  risks: {
    readOnly: false,
    destructive: 'yes',
    openWorld: 'yes',
    undo: null,
    costUsd: 0.5,
    trust: { score: 0.61, confidence: 0.2 },
    stage: 'BETA',
  },
  needed: 1,
  decisions: [],
  delegations: [],
  openedAt: '2026-11-20T00:00:00Z',
  expiresAt: '2026-11-21T00:00:00Z',
  closedAt: null,
  outcome: null,
  url: `http://127.0.0.1:3000/approvals/${id}`,
  description: 'Deletes an order.',
  arguments: { order: 42 },
  result: null,
  repaired: ['/order "42" was read as 42'],
  partOf: null,
  answer: null,
};
const page = { items: [approval], nextCursor: null };
const pending = 'GET /v1/approvals?limit=50&status=pending';
const decision = `POST /v1/approvals/${id}/decision`;

describe('approvals', () => {
  it('lists what waits, with what makes it risky', async () => {
    const { out, asked, code } = await assay(['approvals'], { answers: { [pending]: page } });
    expect([asked.map(({ line }) => line), code]).toEqual([[pending], 0]);
    expect(out).toMatch(/carl .*acme\/orders\.delete@1\.2\.0: destructive, cannot be undone,/s);
    const all = 'GET /v1/approvals?limit=50';
    const ended = { items: [{ ...approval, status: 'approved', outcome: 'failed' }], nextCursor: null };
    expect((await assay(['approvals', '--status', 'all'], { answers: { [all]: ended } })).out).toMatch(
      /STATUS.*carl +approved, the call failed +acme\/orders\.delete@1\.2\.0/s,
    );
    const empty = { items: [], nextCursor: null };
    expect((await assay(['approvals'], { answers: { [pending]: empty } })).out).toContain('No calls are waiting');
    expect((await assay(['approvals', '--status', 'all'], { answers: { [all]: empty } })).out).toContain(
      'No approvals.',
    );
  });

  it('shows exactly what would run, and what to do', async () => {
    const { out, err } = await assay(['approvals', 'show', id], { answers: { [`GET /v1/approvals/${id}`]: approval } });
    expect(out).toContain('"order": 42');
    expect(out).toContain('costs $0.5');
    expect(out).toContain('0.61 (confidence 0.20), BETA');
    expect(out).toContain('repaired: /order "42" was read as 42');
    expect(err).toContain(`assay approve ${id}`);
  });

  it('delegates a decision to a user, shows that, and takes it back', async () => {
    const path = `/v1/approvals/${id}/delegation`;
    const given = { by: 'ann', to: 'ben', reason: 'on holiday', at: '2026-11-20T01:00:00Z' };
    const answers = {
      [`GET /v1/approvals/${id}/delegates`]: { items: [{ name: 'ben' }] },
      [`PUT ${path}`]: approval,
      [`DELETE ${path}`]: approval,
      [`GET /v1/approvals/${id}`]: { ...approval, delegations: [given] },
    };
    expect((await assay(['approvals', 'delegates', id], { answers })).out).toBe('ben\n');
    const delegated = await assay(['approvals', 'delegate', id, 'ben', '--reason', 'on holiday'], { answers });
    expect(delegated.asked[0]?.body).toEqual({ to: 'ben', reason: 'on holiday' });
    expect([delegated.out, delegated.err].join()).toMatch(/Delegated to ben.*assay approvals take-back/s);
    expect((await assay(['approvals', 'show', id], { answers })).out).toContain(
      '2026-11-20T01:00:00Z ann: delegated to ben (on holiday)',
    );
    expect((await assay(['approvals', 'take-back', id], { answers })).out).toMatch(/Taken back: acme/);
  });

  it('says of what the call is a step, and what depends on it', async () => {
    const whole = { kind: 'run' as const, id: invocation, step: 'wipe' };
    const shown = async (neededBy: string[], neededByCount: number) => {
      const step = { ...approval, partOf: { ...whole, neededBy, neededByCount } };
      return (await assay(['approvals', 'show', id], { answers: { [`GET /v1/approvals/${id}`]: step } })).out;
    };
    expect(await shown(['after', 'last'], 5)).toMatch(/step +wipe of the run 0198.*needed by +after, last and 3 more/s);
    expect(await shown([], 0)).toMatch(/needed by +none/);
  });

  it('writes out on a terminal what could not be seen of the arguments', async () => {
    const hidden = { ...approval, arguments: { to: 'pia@\u0430cme.example', note: 'pay \u202e001' } };
    const { out } = await assay(['approvals', 'show', id], {
      answers: { [`GET /v1/approvals/${id}`]: hidden },
      tty: true,
    });
    expect(out).toContain('"note": "pay \\u202e001"');
    expect(out).toContain('Contains look-alike characters: pia@\\u0430cme.example');
  });

  it('shows who said what of one that ended, and that its arguments are forgotten', async () => {
    const decisions = [{ by: 'pia', decision: 'deny' as const, reason: 'wrong order', at: '2026-11-20T01:00:00Z' }];
    const ended = { ...approval, status: 'denied', outcome: 'denied', decisions, arguments: null, needed: 2 };
    const { out, err } = await assay(['approvals', 'show', id], { answers: { [`GET /v1/approvals/${id}`]: ended } });
    expect(out).toMatch(/status +denied$/m);
    expect(out).toContain('pia: deny (wrong order)');
    expect(out).toContain('forgotten');
    expect(err).toBe('');
  });

  it.each([
    [{ output: { sent: '\u202eyes' }, error: null }, /answer\n[\s\S]*"sent": "\\u202eyes"/],
    [{ error: { code: 'upstream_error', message: 'gone\u001b[31m' } }, /answer\n {2}upstream_error: gone$/m],
  ])('shows how the call was answered: %j', async (answer, shown) => {
    const ended = { ...approval, status: 'approved', outcome: 'succeeded', answer };
    const { out } = await assay(['approvals', 'show', id], { answers: { [`GET /v1/approvals/${id}`]: ended } });
    expect(out).toMatch(shown);
  });

  it('lets a call run, or denies it with a reason', async () => {
    const approved = { ...approval, status: 'approved' };
    const yes = await assay(['approve', id], { answers: { [decision]: approved } });
    expect([yes.asked[0]?.body, yes.out.trim()]).toEqual([
      { decision: 'approve' },
      'Approved: acme/orders.delete@1.2.0.',
    ]);
    expect(yes.err).toContain(invocation);
    const consent = { ...approved, policies: [] };
    expect((await assay(['approve', id], { answers: { [decision]: consent } })).err).toContain(
      `assay saga show ${invocation} --follow`,
    );
    const no = await assay(['deny', id, '--reason', 'wrong order'], {
      answers: { [decision]: { ...approval, status: 'denied' } },
    });
    expect([no.asked[0]?.body, no.out.trim()]).toEqual([
      { decision: 'deny', reason: 'wrong order' },
      'Denied: acme/orders.delete@1.2.0.',
    ]);
    const said = [{ by: 'pia', decision: 'approve' as const, reason: null, at: '2026-11-20T01:00:00Z' }];
    const half = await assay(['approve', id], { answers: { [decision]: { ...approval, needed: 2, decisions: said } } });
    expect(half.out.trim()).toBe('Noted: acme/orders.delete@1.2.0 needs 1 more user.');
  });

  it('fails with the server’s reason when one may not decide', async () => {
    const refused = problem(403, 'forbidden', 'You made this call yourself: another user decides on it.');
    const { code, err } = await assay(['approve', id], { answers: { [decision]: refused } });
    expect([code, err]).toEqual([1, expect.stringContaining('another user decides')]);
  });

  it('shows and says how the organisation decides, leaving what is not named as it is', async () => {
    const settings = { fourEyes: false, ownUserDecides: true };
    const read = 'GET /v1/approvals/settings';
    const write = 'PUT /v1/approvals/settings';
    const shown = await assay(['approvals', 'settings'], { answers: { [read]: settings } });
    expect(shown.out).toMatch(/approvals required +one/);
    const changed = { ...settings, fourEyes: true };
    const set = await assay(['approvals', 'settings', '--four-eyes'], {
      answers: { [read]: settings, [write]: changed },
    });
    expect(set.asked.at(-1)).toMatchObject({ line: write, body: changed });
    expect(set.out).toMatch(/approvals required +two different users/);
  });

  it('does not watch pages', async () => {
    const { code, err } = await assay(['approvals', 'list', '--watch', '--cursor', 'x']);
    expect([code, err]).toEqual([2, expect.stringContaining('remove --cursor')]);
  });
});

describe('call', () => {
  it('says where a person decides when the call waits', async () => {
    const envelope = {
      ...{ id: invocation, status: 'awaiting_approval', tool: 'acme/orders.delete', version: '1.2.0' },
      ...{ validation: { outcome: 'skipped', issues: [] }, warnings: [], trace: [], attempted: [] },
      approval: { id, url: approval.url },
    };
    const { err, code } = await assay(['call', 'acme/orders.delete', '{"order":42}'], {
      answers: { 'POST /v1/invocations': envelope },
    });
    expect(code).toBe(3);
    expect(err).toContain(`Waiting for approval: ${approval.url}, or: assay approve ${id}`);
    expect(err).toContain(`assay call --of ${invocation}`);
  });
});
