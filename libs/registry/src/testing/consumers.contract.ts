import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Principal } from '@assay/identity';
import { dayMs } from '@assay/kernel';
import type { Pin } from '../pin-store.js';
import { dayOf } from '../version-callers.js';
import { type NoticeContractCase, type NoticeFixture, withReaders } from './notice-samples.js';
import { aNamespaceRow, aVersionRow } from './store-samples.js';

const tool = 'acme/orders.create';

async function withVersions(fixture: NoticeFixture) {
  const readers = await withReaders(fixture);
  const namespace = aNamespaceRow(readers.ann, 'acme');
  await fixture.identities.addNamespace(namespace);
  const [first, second] = [aVersionRow(namespace, '1.0.0'), aVersionRow(namespace, '2.0.0')];
  await fixture.catalogue.publish(first, 0);
  await fixture.catalogue.publish(second, 1);
  return { ...readers, first, second };
}

const aPin = ({ id, organisationId }: Principal, range: string, parts: Partial<Pin> = {}): Pin => ({
  principalId: id,
  organisationId,
  tool,
  range,
  note: null,
  createdAt: 5,
  updatedAt: 5,
  ...parts,
});

const aCall = ({ id, organisationId }: Principal, versionId: string, at: number) => ({
  principalId: id,
  organisationId,
  versionId,
  day: dayOf(at),
});

/** What every PinStore promises, and Consumers with VersionCallers. */
export const consumersContract: readonly NoticeContractCase[] = [
  {
    name: 'a pin is one’s own, is replaced by the next on that tool, and goes when it is taken away',
    check: async (fixture) => {
      const { pins, ann, bob } = await withVersions(fixture);
      deepEqual(await pins.put(aPin(ann, '^1.0.0')), aPin(ann, '^1.0.0'));
      const changed = aPin(ann, '^2', { note: 'Billing', createdAt: 9, updatedAt: 9 });
      deepEqual(await pins.put(changed), { ...changed, createdAt: 5 });
      deepEqual(await pins.list(ann.id), [{ ...changed, createdAt: 5 }]);
      deepEqual([await pins.list(bob.id), await pins.remove(bob.id, tool)], [[], undefined]);
      equal((await pins.remove(ann.id, tool))?.range, '^2');
      deepEqual(await pins.list(ann.id), []);
      equal(await pins.put(aPin(ann, '^1', { tool: 'acme/none' })), undefined);
    },
  },
  {
    name: 'consumers are those whose pin covers one of the versions',
    check: async (fixture) => {
      const { pins, consumers, ann, bob, eve } = await withVersions(fixture);
      await pins.put(aPin(ann, '^1.0.0'));
      await pins.put(aPin(bob, '2.0.0'));
      await pins.put(aPin(eve, 'latest'));
      const of = async (versionKeys: string[]) =>
        (await consumers.of({ tool, versionKeys, calledSince: 0 })).map(({ principalId }) => principalId).toSorted();
      deepEqual(await of(['1.0.0']), [ann.id, eve.id].toSorted());
      deepEqual(await of(['2.0.0']), [bob.id, eve.id].toSorted());
      deepEqual(await of(['1.0.0', '2.0.0']), [ann.id, bob.id, eve.id].toSorted());
      deepEqual(await of([]), []);
      deepEqual(await consumers.of({ tool: 'acme/none', versionKeys: ['1.0.0'], calledSince: 0 }), []);
    },
  },
  {
    name: 'consumers are those who called one of the versions since, each once, with its organisation',
    check: async (fixture) => {
      const { pins, consumers, clock, ann, eve, first, second } = await withVersions(fixture);
      const now = clock.now();
      await consumers.add([
        aCall(ann, first.id, now),
        aCall(ann, second.id, now),
        aCall(eve, first.id, now - 9 * dayMs),
      ]);
      await consumers.add([aCall(ann, first.id, now - 5 * dayMs), aCall(eve, first.id, now - 2 * dayMs)]);
      await pins.put(aPin(ann, '^1'));
      const of = async (versionKey: string, calledSince: number) =>
        (await consumers.of({ tool, versionKeys: [versionKey], calledSince }))
          .map(({ principalId, organisationId }) => `${principalId} ${organisationId}`)
          .toSorted();
      const [annLine, eveLine] = [ann, eve].map((it) => `${it.id} ${it.organisationId}`);
      deepEqual(await of('1.0.0', now - 3 * dayMs), [annLine, eveLine].toSorted());
      deepEqual(await of('1.0.0', now - dayMs), [annLine]);
      deepEqual(await of('2.0.0', now), [annLine]);
      deepEqual(await of('2.0.0', now + dayMs), []);
    },
  },
  {
    name: 'callers are forgotten when they are old, and those of what is gone are passed over',
    check: async (fixture) => {
      const { consumers, clock, ann, eve, first } = await withVersions(fixture);
      const now = clock.now();
      await consumers.add([]);
      await consumers.add([
        aCall(ann, randomUUID(), now),
        aCall(ann, first.id, now - dayMs),
        aCall(eve, first.id, now),
      ]);
      equal(await consumers.prune(dayOf(now)), 1);
      deepEqual(await consumers.of({ tool, versionKeys: ['1.0.0'], calledSince: 0 }), [
        { principalId: eve.id, organisationId: eve.organisationId },
      ]);
    },
  },
];
