import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { MadeTool, MadeToolStore } from '../made-tool.js';

export interface MadeToolStoreFixture {
  readonly store: MadeToolStore;
  readonly organisationId: string;
  readonly principalId: string;
}

export interface MadeToolStoreCase {
  readonly name: string;
  readonly check: (fixture: MadeToolStoreFixture) => Promise<void>;
}

const part = { score: 1, passed: 1, total: 1, failures: [] };

/** A made tool like any other. */
export const aMadeTool = (parts: Partial<MadeTool> = {}): MadeTool => ({
  ...{ id: randomUUID(), organisationId: randomUUID(), principalId: randomUUID() },
  template: {
    ...{ name: 'double', description: 'Doubles a number', language: 'javascript' },
    ...{ inputSchema: { type: 'object' }, outputSchema: { type: 'object' }, code: 'export default (it) => it' },
    tests: [1, 2, 3].map((n) => ({ name: `t${n}`, input: { n }, output: { n } })),
  },
  report: {
    ...{ score: 1, tier: { granted: 0, why: 'It only computes.' }, static: { score: 1, findings: [] } },
    ...{ tests: part, fuzzing: part, conformance: part, isDeterministic: true },
  },
  ...{ tool: 'made-0/double', version: '0.1.0', status: 'ephemeral', createdAt: 1_000, expiresAt: 5_000 },
  ...{ decision: null, promotedAs: null },
  ...parts,
});

/** What every MadeToolStore promises. */
export const madeToolStoreContract: readonly MadeToolStoreCase[] = [
  {
    name: 'keeps tools whole, and lists them newest first by organisation and maker',
    check: async ({ store, ...own }) => {
      const [old, young] = [aMadeTool({ ...own, createdAt: 1_000 }), aMadeTool({ ...own, createdAt: 2_000 })];
      await store.add(old);
      await store.add(young);
      deepEqual(await store.find(old.id), old);
      equal(await store.find(randomUUID()), undefined);
      const ids = async (query: object) =>
        (await store.list({ organisationId: own.organisationId, after: null, limit: 10, ...query })).map(
          ({ id }) => id,
        );
      deepEqual(await ids({}), [young.id, old.id]);
      deepEqual(await ids({ after: { at: 2_000, id: young.id } }), [old.id]);
      deepEqual(await ids({ principalId: randomUUID() }), []);
      equal(await store.count(own.principalId), 2);
    },
  },
  {
    name: 'lets an ephemeral tool be decided once, and expires the others',
    check: async ({ store, ...own }) => {
      const [decided, late] = [aMadeTool(own), aMadeTool(own)];
      await store.add(decided);
      await store.add(late);
      const decision = { by: own.principalId, at: 2_000, reason: 'fine' };
      const change = { status: 'promoted', decision, promotedAs: 'acme/double@1.0.0' } as const;
      equal(await store.decide(decided.id, change), true);
      equal(await store.decide(decided.id, { ...change, status: 'denied' }), false);
      deepEqual(await store.find(decided.id), { ...decided, ...change, expiresAt: null });
      deepEqual(
        (await store.expire(4_999, 10)).map(({ id }) => id),
        [],
      );
      deepEqual(
        (await store.expire(5_000, 10)).map(({ id, status }) => [id, status]),
        [[late.id, 'expired']],
      );
      equal(await store.decide(late.id, change), false);
    },
  },
];
