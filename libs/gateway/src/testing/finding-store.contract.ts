import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { aVersionRow } from '@assay/registry/testing';
import type { AbuseFinding, FindingQuery, FindingStore } from '@assay/trust';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';

export interface FindingFixture extends CatalogueFixture {
  readonly findings: FindingStore;
}

export interface FindingContractCase {
  readonly name: string;
  readonly check: (fixture: FindingFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);

async function withVersion(fixture: FindingFixture) {
  const { catalogue, namespace, ann } = await withNamespace(fixture);
  const version = aVersionRow(namespace);
  await catalogue.publish(version, 0);
  let count = 0;
  const aFinding = (parts: Partial<AbuseFinding> = {}): AbuseFinding => {
    count += 1;
    return {
      // Ids sort by time, as those of UUID version 7 do.
      id: `0199${String(count).padStart(4, '0')}-0000-7000-8000-${randomUUID().slice(-12)}`,
      organisationId: namespace.organisationId,
      versionId: version.id,
      subject: 'definition',
      fingerprint: `text-${count}`,
      severity: 'HIGH',
      score: 0.875,
      signs: [{ rule: 'secrecy', weight: 0.7, path: '/description', excerpt: 'do not tell \\u{200b} é' }],
      ruleSet: 1,
      callers: null,
      state: 'open',
      foundAt: at,
      decidedAt: null,
      decidedBy: null,
      reason: null,
      ...parts,
    };
  };
  return { findings: fixture.findings, version, namespace, ann, aFinding };
}

const decisions: readonly FindingContractCase[] = [
  {
    name: 'a finding is recorded once, whatever has been decided since',
    check: async (fixture) => {
      const { findings, aFinding, ann } = await withVersion(fixture);
      const first = aFinding();
      equal(await findings.add(first), true);
      deepEqual(await findings.find(first.id), first);
      equal(await findings.add(aFinding({ fingerprint: first.fingerprint })), false);
      equal(await findings.add(aFinding({ fingerprint: first.fingerprint, subject: 'output', callers: 3 })), true);
      equal(await findings.decide(first.id, { state: 'dismissed', at: at + 5, by: ann.id, reason: 'fine' }), true);
      equal(await findings.add(aFinding({ fingerprint: first.fingerprint })), false);
      deepEqual(await findings.find(first.id), {
        ...first,
        state: 'dismissed',
        decidedAt: at + 5,
        decidedBy: ann.id,
        reason: 'fine',
      });
    },
  },
  {
    name: 'of a version that is gone nothing is recorded, and nothing unknown is decided',
    check: async (fixture) => {
      const { findings, aFinding, ann } = await withVersion(fixture);
      equal(await findings.add(aFinding({ versionId: randomUUID() })), false);
      equal(await findings.decide(randomUUID(), { state: 'confirmed', at, by: ann.id, reason: 'x' }), false);
      equal(await findings.find(randomUUID()), undefined);
    },
  },
  {
    name: 'of several decisions at once one holds',
    check: async (fixture) => {
      const { findings, aFinding, ann } = await withVersion(fixture);
      const finding = aFinding();
      await findings.add(finding);
      const decided = await Promise.all(
        (['dismissed', 'confirmed', 'dismissed', 'confirmed'] as const).map((state) =>
          findings.decide(finding.id, { state, at, by: ann.id, reason: state }),
        ),
      );
      equal(decided.filter(Boolean).length, 1);
    },
  },
];

const lists: readonly FindingContractCase[] = [
  {
    name: 'lists newest first, by namespace, tool, severity, subject and state, page by page',
    check: async (fixture) => {
      const { findings, aFinding, version, namespace, ann } = await withVersion(fixture);
      const [first, second, third] = [
        aFinding(),
        aFinding({ severity: 'MEDIUM' }),
        aFinding({ subject: 'output', callers: 4 }),
      ];
      for (const it of [first, second, third]) await findings.add(it);
      await findings.decide(first.id, { state: 'confirmed', at, by: ann.id, reason: 'it is' });
      const mine = { namespaces: [namespace.name] };
      const ids = async (query: Partial<FindingQuery>) =>
        (await findings.list({ limit: 9, ...query })).map((it) => it.id);
      deepEqual(await ids(mine), [third.id, second.id, first.id]);
      deepEqual(await ids({ ...mine, limit: 1, after: third.id }), [second.id]);
      deepEqual(await ids({ ...mine, severity: 'MEDIUM' }), [second.id]);
      deepEqual(await ids({ ...mine, subject: 'output' }), [third.id]);
      deepEqual(await ids({ ...mine, state: 'confirmed' }), [first.id]);
      deepEqual(await ids({ tool: `${version.namespace}/${version.tool}` }), [third.id, second.id, first.id]);
      deepEqual(await ids({ ...mine, tool: `${version.namespace}/other` }), []);
      deepEqual(await ids({ namespaces: ['other'] }), []);
      deepEqual(
        (await findings.ofVersion(version.id)).map((it) => it.id),
        [third.id, second.id, first.id],
      );
    },
  },
];

const scans: readonly FindingContractCase[] = [
  {
    name: 'a definition is unscanned until it has been judged by rules as new',
    check: async (fixture) => {
      const { findings, version } = await withVersion(fixture);
      const isUnscanned = async (ruleSet: number) => (await findings.unscanned(ruleSet, 1_000)).includes(version.id);
      equal(await isUnscanned(2), true);
      await findings.markScanned([version.id, randomUUID()], 2, at);
      equal(await isUnscanned(2), false);
      equal(await isUnscanned(3), true);
      await findings.markScanned([version.id], 1, at);
      equal(await isUnscanned(2), false);
      deepEqual(await findings.unscanned(3, 0), []);
    },
  },
  {
    name: 'counts each caller who met a text once, within the window',
    check: async (fixture) => {
      const { findings, version } = await withVersion(fixture);
      const [one, two] = [randomUUID(), randomUUID()];
      const seen = (principalId: string, when: number, since = at, fingerprint = 'text') =>
        findings.sighted({ versionId: version.id, fingerprint, principalId, at: when }, since);
      equal(await seen(one, at), 1);
      equal(await seen(one, at + 1), 1);
      equal(await seen(two, at + 2), 2);
      equal(await seen(two, at + 2, at, 'other'), 1);
      equal(await seen(two, at + 3, at + 2), 1);
      await findings.forgetSightings(at + 2);
      equal(await seen(two, at + 3), 1);
    },
  },
];

/** What every FindingStore promises. */
export const findingStoreContract: readonly FindingContractCase[] = [...decisions, ...lists, ...scans];
