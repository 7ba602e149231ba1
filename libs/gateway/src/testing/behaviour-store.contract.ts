import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dayMs } from '@assay/kernel';
import { aVersionRow } from '@assay/registry/testing';
import { type BehaviourDay, type BehaviourStore, shapeOf } from '@assay/trust';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';

export interface BehaviourFixture extends CatalogueFixture {
  readonly behaviour: BehaviourStore;
}

export interface BehaviourContractCase {
  readonly name: string;
  readonly check: (fixture: BehaviourFixture) => Promise<void>;
}

const today = Math.floor(Date.UTC(2026, 10, 22) / dayMs) * dayMs;

async function withVersion(fixture: BehaviourFixture) {
  const { catalogue, namespace } = await withNamespace(fixture);
  const version = aVersionRow(namespace);
  await catalogue.publish(version, 0);
  const aDay = (parts: Partial<BehaviourDay> = {}): BehaviourDay => ({
    versionId: version.id,
    day: today,
    calls: 3,
    errors: 1,
    shape: shapeOf([{ a: 1 }, { a: 'x', 'ö/~': null }]),
    callers: new Map([[randomUUID(), { calls: 3, errors: 1 }]]),
    ...parts,
  });
  return { behaviour: fixture.behaviour, version, aDay };
}

/** What every BehaviourStore promises. */
export const behaviourStoreContract: readonly BehaviourContractCase[] = [
  {
    name: 'adds to what is kept of a day, and keeps days apart',
    check: async (fixture) => {
      const { behaviour, version, aDay } = await withVersion(fixture);
      const [one, two] = [aDay(), aDay({ shape: shapeOf([{ a: 2 }]), errors: 0 })];
      const former = aDay({ day: today - 5 * dayMs });
      await behaviour.add([one, former]);
      await behaviour.add([two]);
      const shape = shapeOf([{ a: 1 }, { a: 'x', 'ö/~': null }, { a: 2 }]);
      const sum = { ...one, calls: 6, errors: 1, shape, callers: new Map([...one.callers, ...two.callers]) };
      deepEqual(await behaviour.days(version.id, 0), [former, sum]);
      deepEqual(await behaviour.days(version.id, today - dayMs), [sum]);
    },
  },
  {
    name: 'of several replicas at once nothing is lost',
    check: async (fixture) => {
      const { behaviour, version, aDay } = await withVersion(fixture);
      const [one] = [aDay()];
      await Promise.all(Array.from({ length: 5 }, () => behaviour.add([one])));
      const [kept] = await behaviour.days(version.id, 0);
      const callers = new Map([...one.callers.keys()].map((id) => [id, { calls: 15, errors: 5 }]));
      deepEqual([kept?.calls, kept?.shape.outputs, kept?.callers], [15, 10, callers]);
    },
  },
  {
    name: 'tells what is active, passes over what is gone, and forgets',
    check: async (fixture) => {
      const { behaviour, version, aDay } = await withVersion(fixture);
      await behaviour.add([aDay({ day: today - dayMs }), aDay({ versionId: randomUUID() })]);
      deepEqual(await behaviour.active(today - dayMs), [version.id]);
      deepEqual(await behaviour.active(today), []);
      await behaviour.forget(today);
      deepEqual(await behaviour.days(version.id, 0), []);
    },
  },
];
