import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { QuarantineKind } from '@assay/contracts';
import type { Finding, Quarantine, QuarantineStore } from '@assay/registry';
import { aVersionRow } from '@assay/registry/testing';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';

export interface QuarantineFixture extends CatalogueFixture {
  readonly quarantines: QuarantineStore;
}

export interface QuarantineContractCase {
  readonly name: string;
  readonly check: (fixture: QuarantineFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);
/** A kind of a later version of Assay. */
const abuse = 'abuse' as QuarantineKind;

async function withVersion(fixture: QuarantineFixture) {
  const { catalogue, feed, namespace, ann } = await withNamespace(fixture);
  const state = await new FollowedState(feed).start();
  const version = aVersionRow(namespace);
  await catalogue.publish(version, 0);
  let count = 0;
  const aQuarantine = (parts: Partial<Quarantine> = {}): Quarantine => {
    count += 1;
    return {
      // Ids sort by time, as those of UUID version 7 do.
      id: `0199${String(count).padStart(4, '0')}-0000-7000-8000-${randomUUID().slice(-12)}`,
      organisationId: namespace.organisationId,
      versionId: version.id,
      kind: 'drift',
      finding: 'its description differs',
      since: at,
      server: 'acme/orders',
      upstreamTool: 'create_order',
      pinnedDigest: 'sha256:one',
      observedDigest: 'sha256:two',
      diff: [
        { path: '/description', before: 'a \u0000', after: 'é' },
        { path: '/title', after: null },
      ],
      diffIsComplete: true,
      observedAt: at,
      releasedAt: null,
      releasedBecause: null,
      releasedBy: null,
      successor: null,
      ...parts,
    };
  };
  const shown = async () => (await state.of('tool-version', version.id))?.quarantined;
  return { catalogue, quarantines: fixture.quarantines, namespace, ann, version, aQuarantine, shown };
}

const release = { at: at + 9, because: 'it is as it was', by: null };
const finding: Finding = {
  finding: 'it is listed no more',
  observedDigest: null,
  diff: [],
  diffIsComplete: true,
  observedAt: at + 5,
};

const lives: readonly QuarantineContractCase[] = [
  {
    name: 'opening quarantines the version, releasing ends it, and either happens once',
    check: async (fixture) => {
      const { quarantines, aQuarantine, shown, ann } = await withVersion(fixture);
      const first = aQuarantine();
      equal(await quarantines.open(first), true);
      equal(await quarantines.open(aQuarantine()), false);
      deepEqual(await quarantines.find(first.id), first);
      deepEqual(await shown(), { since: at, finding: first.finding });
      equal(await quarantines.release(first.id, { ...release, by: ann.id }), true);
      equal(await quarantines.release(first.id, release), false);
      equal(await quarantines.observeAgain(first.id, finding), false);
      equal(await shown(), null);
      deepEqual(await quarantines.find(first.id), {
        ...first,
        releasedAt: release.at,
        releasedBecause: release.because,
        releasedBy: ann.id,
      });
      equal(await quarantines.open(aQuarantine()), true);
    },
  },
  {
    name: 'of several at once one opens it, and one releases it',
    check: async (fixture) => {
      const { quarantines, aQuarantine, version } = await withVersion(fixture);
      const rivals = Array.from({ length: 8 }, () => aQuarantine());
      const opened = await Promise.all(rivals.map((it) => quarantines.open(it)));
      equal(opened.filter(Boolean).length, 1);
      const [open, ...others] = await quarantines.openOf([version.id]);
      deepEqual(others, []);
      const released = await Promise.all(rivals.map(() => quarantines.release(open?.id ?? '', release)));
      equal(released.filter(Boolean).length, 1);
    },
  },
  {
    name: 'a later look renews it, an earlier one does not',
    check: async (fixture) => {
      const { quarantines, aQuarantine, shown } = await withVersion(fixture);
      const first = aQuarantine();
      await quarantines.open(first);
      equal(await quarantines.observeAgain(first.id, finding), true);
      equal(await quarantines.observeAgain(first.id, { ...finding, finding: 'old', observedAt: at + 4 }), false);
      deepEqual(await quarantines.find(first.id), { ...first, ...finding });
      deepEqual(await shown(), { since: at, finding: finding.finding });
    },
  },
  {
    name: 'one of another kind keeps the version quarantined',
    check: async (fixture) => {
      const { quarantines, aQuarantine, shown } = await withVersion(fixture);
      const drift = aQuarantine();
      const other = aQuarantine({ kind: abuse, since: at + 3, finding: 'it tells the model what to do' });
      await quarantines.open(drift);
      equal(await quarantines.open(other), true);
      deepEqual(await shown(), { since: at, finding: drift.finding });
      await quarantines.release(drift.id, release);
      deepEqual(await shown(), { since: at + 3, finding: other.finding });
      await quarantines.release(other.id, release);
      equal(await shown(), null);
    },
  },
  {
    name: 'a version or quarantine that is not there is left alone',
    check: async (fixture) => {
      const { quarantines, aQuarantine } = await withVersion(fixture);
      equal(await quarantines.open(aQuarantine({ versionId: randomUUID() })), false);
      equal(await quarantines.find(randomUUID()), undefined);
      equal(await quarantines.release(randomUUID(), release), false);
      equal(await quarantines.observeAgain(randomUUID(), finding), false);
      await quarantines.setSuccessor(randomUUID(), 'acme/x@2.0.0');
      deepEqual(await quarantines.openOf([]), []);
    },
  },
];

const lists: readonly QuarantineContractCase[] = [
  {
    name: 'lists are newest first, of the namespaces asked for, and go on behind the last one',
    check: async (fixture) => {
      const { quarantines, aQuarantine, namespace, catalogue } = await withVersion(fixture);
      const [first, second] = [aQuarantine(), aQuarantine({ since: at + 20 })];
      await quarantines.open(first);
      await quarantines.release(first.id, release);
      await quarantines.open(second);
      await quarantines.setSuccessor(second.id, 'acme/orders.create@2.0.0');
      const base = aVersionRow(namespace);
      const otherTool = { ...base, id: randomUUID(), tool: 'orders.list' };
      await catalogue.publish({ ...otherTool, manifest: { ...base.manifest, name: 'acme/orders.list' } }, 0);
      const third = aQuarantine({ versionId: otherTool.id });
      await quarantines.open(third);
      const ids = async (parts: object) =>
        (await quarantines.list({ namespaces: [namespace.name], limit: 10, ...parts })).map((it) => it.id);
      deepEqual(await ids({}), [third.id, second.id, first.id]);
      deepEqual(await ids({ state: 'open' }), [third.id, second.id]);
      deepEqual(await ids({ state: 'released' }), [first.id]);
      deepEqual(await ids({ tool: 'acme/orders.create' }), [second.id, first.id]);
      deepEqual(await ids({ tool: 'acme/none' }), []);
      deepEqual(await ids({ limit: 1, after: third.id }), [second.id]);
      deepEqual(await ids({ namespaces: ['other'] }), []);
      deepEqual(await ids({ namespaces: ['other'], tool: 'acme/orders.create' }), []);
      equal((await quarantines.find(second.id))?.successor, 'acme/orders.create@2.0.0');
    },
  },
];

/** What every QuarantineStore promises. */
export const quarantineStoreContract: readonly QuarantineContractCase[] = [...lives, ...lists];
