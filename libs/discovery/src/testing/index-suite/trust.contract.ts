import { deepEqual, equal } from 'node:assert/strict';
import { dayMs } from '@assay/kernel';
import { decayedTrust, minKey, trustKey } from '@assay/trust';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

/** The trust key, which time does not change: as a filter and as an order. */
export const trustCases: readonly ContractCase[] = [
  {
    name: 'only documents of the least trust key and more are found, when one is asked for',
    check: async (index) => {
      const about = { description: 'counts a walrus', capabilities: ['animal'] };
      await index.put([
        aDocument('a/less', { ...about, trustKey: 154.2 }),
        aDocument('a/just', { ...about, trustKey: 154.25 }),
        aDocument('a/more', { ...about, trustKey: 154.3 }),
      ]);
      const minTrustKey = 154.25;
      deepEqual(idsOf(await find(index, { text: 'walrus', minTrustKey })).sort(), ['a/just', 'a/more']);
      deepEqual(idsOf(await find(index, { capabilities: ['animal'], minTrustKey })).sort(), ['a/just', 'a/more']);
      deepEqual(idsOf(await find(index, { text: 'walrus', minTrustKey, limit: 1 })).length, 1);
      equal(idsOf(await find(index, { text: 'walrus' })).length, 3);
      await index.put([aDocument('a/more', { ...about, trustKey: 1 })]);
      deepEqual(idsOf(await find(index, { text: 'walrus', minTrustKey })), ['a/just']);
    },
  },
  {
    name: 'filter and order by trust agree with decayed trust on any day, though no document changes',
    check: async (index) => {
      const start = Date.UTC(2026, 0, 1);
      const tools = Array.from({ length: 40 }, (_, n) => ({
        id: `a/t${n}`,
        base: 0.2 + 0.019 * ((n * 17) % 40),
        t0: start - ((n * 7) % 90) * dayMs,
      }));
      await index.put(
        tools.map(({ id, base, t0 }) => aDocument(id, { description: 'walrus', trustKey: trustKey(base, t0) })),
      );
      for (const days of [0, 1, 30, 89, 400]) {
        const at = start + days * dayMs;
        const trustAt = ({ base, t0 }: { readonly base: number; readonly t0: number }) => decayedTrust(base, t0, at);
        const ordered = tools.toSorted((one, other) => trustAt(other) - trustAt(one)).map(({ id }) => id);
        deepEqual(idsOf(await find(index, { sort: 'trust' })), ordered);
        for (const min of [0.02, 0.3, 0.5]) {
          const wanted = tools.filter((it) => trustAt(it) >= min).map(({ id }) => id);
          const found = await find(index, { text: 'walrus', minTrustKey: minKey(min, at) });
          deepEqual(idsOf(found).sort(), wanted.sort());
        }
      }
    },
  },
  {
    name: 'a caller’s own organisation’s tools are filtered and ordered by the inside view, all others by the outside view',
    check: async (index) => {
      const about = { description: 'counts a walrus' };
      await index.put([
        aDocument('a/own', { ...about, organisationId: 'one', trustKey: 1, insideTrustKey: 9 }),
        aDocument('a/other', { ...about, organisationId: 'two', trustKey: 5, insideTrustKey: 1 }),
        aDocument('a/third', { ...about, organisationId: 'two', trustKey: 2, insideTrustKey: 9 }),
      ]);
      const organisationId = 'one';
      for (const text of ['', 'walrus']) {
        deepEqual(idsOf(await find(index, { text, sort: 'trust', organisationId })), ['a/own', 'a/other', 'a/third']);
        deepEqual(idsOf(await find(index, { text, sort: 'trust' })), ['a/other', 'a/third', 'a/own']);
        const second = await find(index, {
          text,
          sort: 'trust',
          organisationId,
          limit: 1,
          offset: 1,
          facets: ['protocol'],
        });
        deepEqual([idsOf(second), second.total, second.facets], [['a/other'], 3, { protocol: { http: 3 } }]);
      }
      const trusted = await find(index, { text: 'walrus', minTrustKey: 4, organisationId });
      deepEqual(idsOf(trusted).sort(), ['a/other', 'a/own']);
      deepEqual(idsOf(await find(index, { text: 'walrus', minTrustKey: 4, organisationId: null })), ['a/other']);
    },
  },
];
