import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { EvidenceView } from '@assay/contracts';
import { dayMs } from '@assay/kernel';
import { aVersionRow } from '@assay/registry/testing';
import { decayedTrust, type EvidenceStore, minKey, type PlacedVersion, type TrustOrder } from '@assay/trust';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';

export interface TrustOrderFixture extends CatalogueFixture {
  readonly evidence: EvidenceStore;
  readonly order: TrustOrder;
}

export interface TrustOrderCase {
  readonly name: string;
  readonly check: (fixture: TrustOrderFixture) => Promise<void>;
}

const today = Date.UTC(2026, 10, 22);
const everything = { view: 'outside' as EvidenceView, min: Number.NEGATIVE_INFINITY, limit: 100 };

/** Trust before decay, and age in days. The last three are equals. */
const known = [
  [0.9, 200],
  [0.6, 1],
  [0.8, 20],
  [1e-6, 0],
  [0.7, 90],
  [0.5, 30],
  [0.5, 30],
  [0.5, 30],
] as const;

/** Versions of the trust and age above, and one that waits for its first score. */
async function withScored(fixture: TrustOrderFixture) {
  const { namespace } = await withNamespace(fixture);
  const versions = known.map(([base, days], index) => ({
    id: randomUUID(),
    tool: `tool-${index}`,
    base,
    t0: today - days * dayMs,
  }));
  for (const { id, tool, t0 } of versions)
    await fixture.catalogue.publish(aVersionRow(namespace, '1.0.0', { id, tool, publishedAt: t0 }), 0);
  const besides = { confidence: 0.5, signals: [], observed: { score: 0.5, confidence: 0 } };
  const counts = { calls: { others: 0, own: 0 }, votes: { count: 0, stars: 0 } };
  const baseOf = (id: string) => versions.find((it) => it.id === id)?.base as number;
  const due = await fixture.evidence.due(100);
  await fixture.evidence.settle(
    due.map((it) => {
      const base = baseOf(it.versionId);
      const trust = { outside: { base, ...besides }, inside: { base: insideOf(base), ...besides }, ...counts };
      return { ...it, trust };
    }),
    today,
  );
  await fixture.catalogue.publish(aVersionRow(namespace, '1.0.0', { tool: 'waits', publishedAt: today }), 0);
  const at = (time: number, view: EvidenceView = 'outside') =>
    versions
      .map((it) => ({ ...it, base: view === 'inside' ? insideOf(it.base) : it.base }))
      .map((it) => ({ ...it, trust: decayedTrust(it.base, it.t0, time) }))
      .sort((a, b) => b.trust - a.trust || (a.id < b.id ? 1 : -1));
  return { order: fixture.order, at };
}

/** Another order than the outside view's. */
const insideOf = (base: number): number => 1.05 - base;

const idsOf = (page: readonly PlacedVersion[]) => page.map((it) => it.versionId);

/** What every TrustOrder promises. */
export const trustOrderContract: readonly TrustOrderCase[] = [
  {
    name: 'lists every scored version in the order of its decayed trust, at any time',
    check: async (fixture) => {
      const { order, at } = await withScored(fixture);
      const listed = idsOf(await order.page(everything));
      for (const days of [0, 40, 365])
        deepEqual(
          listed,
          at(today + days * dayMs).map((it) => it.id),
        );
    },
  },
  {
    name: 'has an order of its own for each view',
    check: async (fixture) => {
      const { order, at } = await withScored(fixture);
      const inside = idsOf(await order.page({ ...everything, view: 'inside' }));
      deepEqual(
        inside,
        at(today, 'inside').map((it) => it.id),
      );
      notDeepEqual(inside, idsOf(await order.page(everything)));
    },
  },
  {
    name: 'goes on behind a place, between equals too, so that pages of any size miss nothing and repeat nothing',
    check: async (fixture) => {
      const { order } = await withScored(fixture);
      const whole = await order.page(everything);
      for (const limit of [1, 2, 3]) {
        const paged: PlacedVersion[] = [];
        for (let page = await order.page({ ...everything, limit }); page.length > 0; ) {
          paged.push(...page);
          page = await order.page({ ...everything, limit, after: page.at(-1) as PlacedVersion });
        }
        deepEqual(paged, whole);
      }
    },
  },
  {
    name: 'lists those that are trusted enough at a time, and those that have stopped being so between two times',
    check: async (fixture) => {
      const { order, at } = await withScored(fixture);
      const later = today + 25 * dayMs;
      const enough = (time: number) =>
        at(time)
          .filter((it) => it.trust >= 0.52)
          .map((it) => it.id);
      const min = minKey(0.52, today);
      deepEqual(idsOf(await order.page({ ...everything, min })), enough(today));
      const faded = await order.page({ ...everything, min, below: minKey(0.52, later) });
      deepEqual(
        idsOf(faded),
        enough(today).filter((id) => !enough(later).includes(id)),
      );
      equal(faded.length > 0, true);
    },
  },
];
