import { SmallAssurance } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { unassured } from '@assay/registry';
import { aCaller, aRevocation } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';

const fit = { lastVerifiedAt: 1, usageCount: 100, assurance: { ...unassured, audit: 'self' as const } };
const trust = (small: SmallAssurance, score: number, calls = { own: 0, others: 1_000 }) => {
  small.record = { ...small.record, score, scoreWithOwn: score, calls };
};
const reportOf = (small: SmallAssurance) => small.watched.notices.lines;

describe('SweepStages', () => {
  it('promotes as far as general availability, one stage a pass, and no further', async () => {
    const small = await SmallAssurance.open(
      { sla: { p95Ms: 5, availability: 1 } },
      {
        ...fit,
        assurance: { ...unassured, audit: 'third-party', identityOf: 'org-acme' },
      },
    );
    trust(small, 0.9);
    const seen: string[] = [];
    for (let pass = 0; pass < 4; pass += 1) {
      await small.sweep();
      seen.push(small.version().stage);
    }
    expect(seen).toEqual(['BETA', 'GENERAL_AVAILABILITY', 'GENERAL_AVAILABILITY', 'GENERAL_AVAILABILITY']);
    expect(small.staged).toEqual(['acme/orders.sum', 'acme/orders.sum']);
    expect(small.house.actions).toEqual([
      'version.promote acme/orders.sum@1.0.0',
      'version.promote acme/orders.sum@1.0.0',
    ]);
    expect(reportOf(small)).toEqual([
      'version.promoted acme/orders.sum@1.0.0',
      'version.promoted acme/orders.sum@1.0.0',
    ]);
    expect(await small.stages.history(small.version().id, 1)).toMatchObject([
      { by: null, trust: 0.9, waived: [], reason: 'it meets every requirement of GENERAL_AVAILABILITY' },
    ]);
  });

  it.each([
    ['never verified', { lastVerifiedAt: null }, 0.9],
    ['of too little trust', {}, 0.49],
    ['sunset', { status: 'SUNSET' as const }, 0.9],
    ['quarantined', { quarantined: { since: 0, finding: 'it drifted' } }, 0.9],
  ])('leaves a version where it is that is %s', async (_, parts, score) => {
    const small = await SmallAssurance.open({}, { ...fit, ...parts });
    trust(small, score);
    await small.sweep();
    expect(small.version().stage).toBe('SANDBOX');
  });

  it('leaves a revoked version alone', async () => {
    const small = await SmallAssurance.open({}, fit);
    trust(small, 0.9);
    small.house.catalogue.revocations.apply('r', aRevocation({ id: 'r', tool: 'orders.sum' }));
    await small.sweep();
    expect(small.version().stage).toBe('SANDBOX');
  });

  it('demotes after seven days below the floor, and not a moment before', async () => {
    const small = await SmallAssurance.open({}, { ...fit, stage: 'GENERAL_AVAILABILITY' });
    small.watched.users = [{ organisationId: 'org-other', principalId: 'principal-user' }];
    const { clock } = small.house;
    trust(small, 0.651);
    await small.sweep();
    expect(await small.stages.watched()).toEqual(new Map());
    trust(small, 0.649);
    await small.sweep();
    const since = clock.now();
    expect(await small.stages.watched()).toEqual(new Map([[small.version().id, since]]));
    clock.advance(7 * dayMs - 1);
    await small.sweep();
    expect(small.version().stage).toBe('GENERAL_AVAILABILITY');
    clock.advance(1);
    await small.sweep();
    expect(small.version().stage).toBe('BETA');
    expect(await small.stages.watched()).toEqual(new Map());
    const [change] = await small.stages.history(small.version().id, 5);
    expect(change?.reason).toBe('its trust has been below 0.650 for 7 days and is 0.649');
    expect(reportOf(small)).toEqual(['version.demoted acme/orders.sum@1.0.0']);
    expect(small.watched.notices.sent[0]?.to).toHaveLength(2);
    expect(small.staged).toEqual(['acme/orders.sum']);
  });

  it('restarts the count after a recovery', async () => {
    const small = await SmallAssurance.open({}, { ...fit, stage: 'BETA' });
    const { clock } = small.house;
    for (const [score, days] of [
      [0.4, 6],
      [0.46, 1],
      [0.4, 6],
    ] as const) {
      trust(small, score);
      await small.sweep();
      clock.advance(days * dayMs);
    }
    await small.sweep();
    expect(small.version().stage).toBe('BETA');
    clock.advance(dayMs);
    await small.sweep();
    expect(small.version().stage).toBe('SANDBOX');
    expect(small.watched.notices.sent[0]?.text).toContain('Only its owners');
  });

  it('does not undo what an administrator decided, unless it gets worse', async () => {
    const small = await SmallAssurance.open({}, { lastVerifiedAt: 1 });
    const { clock } = small.house;
    trust(small, 0.3);
    const change = {
      from: 'SANDBOX',
      to: 'BETA',
      reason: 'ours',
      by: 'principal-root',
      authority: 'administrator',
      at: clock.now(),
      trust: 0.3,
    } as const;
    const { id: versionId, organisationId } = small.version();
    await small.stages.change({ id: 'change', versionId, organisationId, waived: ['BETA: trust'], ...change });
    for (const score of [0.3, 0.26]) {
      trust(small, score);
      await small.sweep();
      clock.advance(8 * dayMs);
    }
    await small.sweep();
    expect(small.version().stage).toBe('BETA');
    trust(small, 0.24);
    await small.sweep();
    clock.advance(7 * dayMs);
    await small.sweep();
    expect(small.version().stage).toBe('SANDBOX');
  });

  it('does not bring forward by itself what a person took back', async () => {
    const small = await SmallAssurance.open({}, fit);
    trust(small, 0.9);
    const caller = aCaller();
    const changes = small.changes();
    await small.sweep();
    await changes.run(caller, 'acme/orders.sum', '1.0.0', { to: 'SANDBOX', reason: 'not yet' });
    await small.sweep();
    expect(small.version().stage).toBe('SANDBOX');
    await changes.run(caller, 'acme/orders.sum', '1.0.0', { to: 'BETA', reason: 'now' });
    await small.sweep();
    expect(small.version().stage).toBe('GENERAL_AVAILABILITY');
  });

  it('goes on with the others when one cannot be dealt with, and says so', async () => {
    const small = await SmallAssurance.open({}, fit);
    await small.publish({ name: 'acme/orders.zoom' }, { ...fit, id: 'zoom' });
    trust(small, 0.9);
    const { record } = small;
    let asked = 0;
    Object.defineProperty(small, 'record', {
      get: () => {
        asked += 1;
        if (asked === 1) throw new Error('away');
        return record;
      },
    });
    await expect(small.sweep()).rejects.toThrow('away');
    expect(small.house.catalogue.tool('acme/orders.zoom')?.versions[0]?.stage).toBe('BETA');
  });
});
