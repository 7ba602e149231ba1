import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { aVersionRow } from '@assay/registry/testing';
import type {
  Attestation,
  AttestationStore,
  StageChange,
  StageStore,
  Verification,
  VerificationStore,
} from '@assay/trust';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';

export interface AssuranceFixture extends CatalogueFixture {
  readonly verifications: VerificationStore;
  readonly stages: StageStore;
  readonly attestations: AttestationStore;
}

export interface AssuranceContractCase {
  readonly name: string;
  readonly check: (fixture: AssuranceFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);
let count = 0;
const nextId = (): string => {
  count += 1;
  return `0199${String(count).padStart(4, '0')}-0000-7000-8000-${randomUUID().slice(-12)}`;
};

async function withVersion(fixture: AssuranceFixture) {
  const { catalogue, feed, namespace, ann } = await withNamespace(fixture);
  const state = await new FollowedState(feed).start();
  const version = aVersionRow(namespace);
  await catalogue.publish(version, 0);
  const { organisationId, id: versionId } = version;
  const change = (parts: Partial<StageChange> = {}): StageChange => ({
    ...{
      id: nextId(),
      organisationId,
      versionId,
      from: 'SANDBOX',
      to: 'BETA',
      reason: 'seen "by" us',
      by: ann.id,
      at,
      authority: 'owner',
    },
    ...{ trust: 0.4875, waived: ['BETA: calls (0 of 100)'] },
    ...parts,
  });
  const attestation = (parts: Partial<Attestation> = {}): Attestation => ({
    ...{
      id: nextId(),
      organisationId,
      versionId,
      kind: 'self',
      evidence: 'https://audits.example/7',
      evidenceDigest: `sha256:${'ab'.repeat(32)}`,
    },
    ...{
      organisation: 'auditors',
      by: 'anton',
      at,
      statement: '{"a": "é"}',
      keyId: '0123456789abcdef',
      signature: 'AbC_',
      withdrawn: null,
    },
    ...parts,
  });
  const shown = () => state.of('tool-version', version.id);
  return { ...fixture, catalogue, version, versionId, change, attestation, shown };
}

const stageCases: readonly AssuranceContractCase[] = [
  {
    name: 'a stage changes from what it is, once, and keeps how',
    check: async (fixture) => {
      const { stages, change, shown, versionId } = await withVersion(fixture);
      const rivals = Array.from({ length: 6 }, () => change());
      const outcomes = await Promise.all(rivals.map((it) => stages.change(it)));
      equal(outcomes.filter(Boolean).length, 1);
      const first = rivals[outcomes.indexOf(true)] as StageChange;
      equal((await shown())?.stage, 'BETA');
      equal(await stages.change(change({ from: 'VERIFIED', to: 'BETA' })), false);
      const back = change({ from: 'BETA', to: 'SANDBOX', by: null, authority: 'rules', waived: [] });
      equal(await stages.change(back), true);
      deepEqual(await stages.history(versionId, 10), [back, first]);
      deepEqual(await stages.history(versionId, 1), [back]);
      deepEqual(await stages.last([versionId, randomUUID()]), [back]);
      deepEqual(await stages.last([]), []);
      equal(await stages.change(change({ versionId: randomUUID() })), false);
    },
  },
  {
    name: 'a version is watched until that is taken back or its stage changes',
    check: async (fixture) => {
      const { stages, change, versionId } = await withVersion(fixture);
      await stages.watch(randomUUID(), at);
      deepEqual(await stages.watched(), new Map());
      await stages.watch(versionId, at);
      await stages.watch(versionId, at + 5);
      deepEqual(await stages.watched(), new Map([[versionId, at + 5]]));
      await stages.watch(versionId, null);
      deepEqual(await stages.watched(), new Map());
      await stages.watch(versionId, at);
      await stages.change(change());
      deepEqual(await stages.watched(), new Map());
    },
  },
];

const attestationCases: readonly AssuranceContractCase[] = [
  {
    name: 'an audit is known of the version, a third party’s before the provider’s own',
    check: async (fixture) => {
      const { attestations, attestation, shown, versionId } = await withVersion(fixture);
      const [self, third, again] = [attestation(), attestation({ kind: 'third-party' }), attestation()];
      equal(await attestations.add(self, null), true);
      equal((await shown())?.assurance.audit, 'self');
      await attestations.add(third, null);
      await attestations.add(again, null);
      deepEqual((await shown())?.assurance, { driftedSince: null, audit: 'third-party', identityOf: null });
      deepEqual(await attestations.list({ versionId, limit: 10 }), [again, third, self]);
      deepEqual(await attestations.list({ versionId, limit: 1, after: again.id }), [third]);
      deepEqual(await attestations.list({ versionId: randomUUID(), limit: 10 }), []);
      equal(await attestations.add(attestation({ versionId: randomUUID() }), null), false);
    },
  },
  {
    name: 'an identity is that of the provider',
    check: async (fixture) => {
      const { attestations, attestation, shown, version } = await withVersion(fixture);
      await attestations.add(attestation({ kind: 'identity' }), null);
      const { organisationId } = version;
      deepEqual((await shown())?.assurance, { driftedSince: null, audit: 'none', identityOf: organisationId });
    },
  },
  {
    name: 'an audit may represent a verification, which ends no drift and does not count as running',
    check: async (fixture) => {
      const { attestations, attestation, shown, version, verifications, versionId } = await withVersion(fixture);
      const running: Verification = {
        ...{ id: nextId(), organisationId: version.organisationId, versionId, trigger: 'requested', requestedBy: null },
        ...{
          startedAt: at,
          endedAt: null,
          kind: null,
          verdict: null,
          summary: 'running',
          checks: [],
        },
      };
      await verifications.begin(running);
      const next = { dueAt: at, inconclusive: 0, good: { own: 0, others: 0 } };
      const red = { ...running, endedAt: at + 1, kind: 'examples', verdict: 'red', summary: 'red' } as const;
      await verifications.end({ verification: red, next });
      await verifications.begin({ ...running, id: nextId() });
      const audit: Verification = {
        ...running,
        ...{ id: nextId(), trigger: 'attested', endedAt: at + 2, kind: 'audit', verdict: 'green', summary: 'audited' },
      };
      equal(await attestations.add(attestation({ kind: 'third-party' }), audit), true);
      deepEqual(await verifications.find(audit.id), audit);
      const now = await shown();
      deepEqual([now?.lastVerifiedAt, now?.assurance.driftedSince], [at + 2, at + 1]);
    },
  },
];

const withdrawalCases: readonly AssuranceContractCase[] = [
  {
    name: 'what is withdrawn is kept, and shows in the version no more',
    check: async (fixture) => {
      const { attestations, attestation, shown, version } = await withVersion(fixture);
      const withdrawn = { at: at + 7, by: 'anton', reason: 'It is void, "é".' };
      const [self, third, identity] = [
        attestation(),
        attestation({ kind: 'third-party' }),
        attestation({ kind: 'identity' }),
      ];
      for (const it of [self, third, identity]) await attestations.add(it, null);
      equal(await attestations.withdraw(third.id, withdrawn), true);
      equal(await attestations.withdraw(third.id, { ...withdrawn, reason: 'Again.' }), false);
      equal(await attestations.withdraw(randomUUID(), withdrawn), false);
      deepEqual(await attestations.find(third.id), { ...third, withdrawn });
      equal(await attestations.find(randomUUID()), undefined);
      deepEqual((await shown())?.assurance, { driftedSince: null, audit: 'self', identityOf: version.organisationId });
      await attestations.withdraw(self.id, withdrawn);
      await attestations.withdraw(identity.id, withdrawn);
      deepEqual((await shown())?.assurance, { driftedSince: null, audit: 'none', identityOf: null });
    },
  },
  {
    name: 'a verification represented by a withdrawn audit no longer counts',
    check: async (fixture) => {
      const { attestations, attestation, shown, versionId, version } = await withVersion(fixture);
      const audit = (endedAt: number): Verification => ({
        ...{ id: nextId(), organisationId: version.organisationId, versionId, requestedBy: null, checks: [] },
        ...{ trigger: 'attested', startedAt: endedAt, endedAt, kind: 'audit', verdict: 'green' },
        summary: 'audited',
      });
      const [one, two] = [attestation({ kind: 'third-party' }), attestation({ kind: 'third-party', at: at + 5 })];
      await attestations.add(one, audit(at));
      await attestations.add(two, audit(at + 5));
      equal((await shown())?.lastVerifiedAt, at + 5);
      const withdrawal = { at: at + 9, by: 'anton', reason: 'Void.' };
      await attestations.withdraw(two.id, withdrawal);
      equal((await shown())?.lastVerifiedAt, at);
      await attestations.withdraw(one.id, withdrawal);
      equal((await shown())?.lastVerifiedAt, null);
    },
  },
];

/** What every StageStore and AttestationStore promises. */
export const assuranceStoresContract: readonly AssuranceContractCase[] = [
  ...stageCases,
  ...attestationCases,
  ...withdrawalCases,
];
