import type { Envelope } from '@assay/contracts';
import { anonymousCaller } from '@assay/identity';
import { FakeClock, InMemoryAuditLog } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { RepairMetrics } from '../repair/repair-metrics.js';
import { InMemoryFeedbackStore } from '../testing/in-memory-feedback-store.js';
import { GiveFeedback } from './give-feedback.js';

function setUp() {
  const clock = new FakeClock();
  const metrics = new RepairMetrics();
  const audit = new InMemoryAuditLog(clock.now);
  const store = new InMemoryFeedbackStore();
  return { give: new GiveFeedback({ store, metrics, audit, clock }), metrics, audit };
}
const call = (parts: Partial<Envelope> = {}) =>
  ({
    id: 'c',
    tool: 'acme/a',
    version: '1.0.0',
    status: 'succeeded',
    repaired: ['/n "5" was read as 5'],
    ...parts,
  }) as Envelope;

describe('GiveFeedback', () => {
  it('takes the last word, and counts a rejected repair once', async () => {
    const { give, metrics, audit } = setUp();
    const say = (verdict: 'accepted' | 'rejected') => give.run(aCaller(), call(), { verdict });
    expect(await say('rejected')).toMatchObject({
      ok: true,
      value: { verdict: 'rejected', repaired: true, reason: null },
    });
    await say('rejected');
    await say('accepted');
    expect(metrics.counts().false.caller).toBe(1);
    expect(audit.records.map(({ action, subject }) => `${action} ${subject}`)[0]).toBe('tool.feedback acme/a@1.0.0');
  });

  it('counts nothing of a call that was not repaired', async () => {
    const { give, metrics } = setUp();
    const { repaired: _, ...plain } = call();
    await give.run(aCaller(), plain as Envelope, { verdict: 'rejected', reason: 'wrong city' });
    expect(metrics.counts().false.caller).toBe(0);
  });

  it('wants a result and somebody to judge it', async () => {
    const { give } = setUp();
    const failed = await give.run(aCaller(), call({ status: 'failed' }), { verdict: 'rejected' });
    expect(failed).toMatchObject({ ok: false, error: { code: 'conflict' } });
    const nobody = await give.run(anonymousCaller(true), call(), { verdict: 'accepted' });
    expect(nobody).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
  });
});
