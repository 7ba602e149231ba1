import { randomUUID } from 'node:crypto';
import { withNamespace } from '@assay/gateway/testing';
import { PostgresEvidenceStore } from '@assay/persistence';
import type { ToolVersion } from '@assay/registry';
import { aVersionRow } from '@assay/registry/testing';
import type { EvidenceBatch } from '@assay/trust';
import { aTrust } from '@assay/trust/testing';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, withDatabase } from './fixture.js';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const anOrganisation = randomUUID();

const aBatch = (versions: readonly ToolVersion[], callers: readonly string[], day = start): EvidenceBatch => ({
  id: randomUUID(),
  callers: versions.flatMap(({ id }) =>
    callers.map((caller) => ({
      versionId: id,
      day,
      principalId: caller,
      caller,
      organisationId: anOrganisation,
      own: false,
      member: false,
      good: 2,
      faults: 1,
      schemaMet: 2,
      withinSla: 1,
      callerFaults: 0,
    })),
  ),
  latencies: versions.map(({ id, organisationId }) => ({ versionId: id, day, organisationId, bins: { '5': 2 } })),
});

const scored = aTrust({ base: 0.6 });

async function withVersions(fixture: Fixture, count: number) {
  const { namespace } = await withNamespace(fixture);
  const versions = Array.from({ length: count }, (_, index) =>
    aVersionRow(namespace, '1.0.0', { tool: `tool-${index}` }),
  );
  for (const version of versions) await fixture.catalogue.publish(version, 0);
  return versions;
}

describe('evidence of several replicas', () => {
  it('adds up, none twice, whatever the order in which they write', () =>
    withDatabase(async (fixture) => {
      const versions = await withVersions(fixture, 6);
      const callers = [randomUUID(), randomUUID(), randomUUID()];
      const { pool } = fixture.database;
      const batches = Array.from({ length: 12 }, (_, index) =>
        aBatch(index % 2 === 0 ? versions : versions.toReversed(), index % 2 === 0 ? callers : callers.toReversed()),
      );
      // Every batch comes a second time, as when its acknowledgement was lost.
      await Promise.all([...batches, ...batches].map((it) => new PostgresEvidenceStore(pool).add(it)));
      const known = await new PostgresEvidenceStore(pool).evidenceOf(versions.map(({ id }) => id));
      for (const { id } of versions) {
        const [bucket, ...rest] = known.get(id)?.buckets ?? [];
        expect(rest).toEqual([]);
        expect(bucket).toMatchObject({ calls: 12 * 9, faults: 12 * 3, callers: 3 });
        // 36 calls of each of three callers, of which 20 count; a third of them failed. All are of one organisation.
        expect(bucket?.inside.calls).toBeCloseTo(60, 9);
        expect(bucket?.inside.faults).toBeCloseTo(20, 9);
        expect(bucket?.outside).toEqual(bucket?.inside);
      }
    }));
});

describe('evidence of a long life', () => {
  it('is read from a few dozen rows', () =>
    withDatabase(async (fixture) => {
      const [version] = (await withVersions(fixture, 1)) as [ToolVersion];
      const evidence = new PostgresEvidenceStore(fixture.database.pool);
      for (let day = 0; day < 75; day += 1) {
        const at = start + day * dayMs;
        await evidence.add(aBatch([version], [randomUUID()], at));
        if (day % 5 === 4) await evidence.rollUp(at - 29 * dayMs);
      }
      const buckets = (await evidence.evidenceOf([version.id])).get(version.id)?.buckets ?? [];
      expect(buckets).toHaveLength(31);
      expect(buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(75 * 3);
      const { rows } = await fixture.database.pool.query<{ callers: string; batches: string }>(
        `SELECT (SELECT count(*) FROM evidence_callers) AS callers, (SELECT count(*) FROM evidence_batches) AS batches`,
      );
      expect(Number(rows[0]?.callers)).toBe(3);
      const latencies = await fixture.database.pool.query('SELECT FROM evidence_latencies');
      expect(latencies.rowCount).toBeLessThanOrEqual(4);
    }));
});

describe('several replicas at once', () => {
  it('count, verify and settle the same versions without waiting for each other in a circle', () =>
    withDatabase(async (fixture) => {
      const versions = await withVersions(fixture, 20);
      const { pool } = fixture.database;
      const evidence = new PostgresEvidenceStore(pool);
      const settle = async () => {
        const due = (await evidence.due(100)).toReversed();
        await evidence.settle(
          due.map((it) => ({ ...it, trust: scored })),
          start,
        );
      };
      // One at a time, as verifications are written: of several, nobody says in which order they are locked.
      const verify = (id: string | undefined) =>
        pool.query('UPDATE tool_versions SET last_verified_at = now() WHERE id = $1', [id]);
      for (let round = 0; round < 8; round += 1)
        await Promise.all([
          settle(),
          evidence.add(aBatch(versions, [randomUUID()])),
          settle(),
          verify(versions[round]?.id),
        ]);
      await settle();
      expect(await evidence.due(100)).toEqual([]);
      const { rows } = await pool.query<{ scored: string }>(
        'SELECT count(*) AS scored FROM tool_versions WHERE trust_base = 0.6',
      );
      expect(Number(rows[0]?.scored)).toBe(20);
    }));
});
