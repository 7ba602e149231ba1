import { randomUUID } from 'node:crypto';
import { migrate, openDatabase, PostgresEvidenceStore, PostgresTrustOrder, readMigrations } from '@assay/persistence';
import { aManifest, aVersion } from '@assay/registry/testing';
import { scoreVersion } from '@assay/trust';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { withEmptyDatabase } from './empty-database.js';

const name = '20261127020000_trust_views';
const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const yesterday = new Date(today - dayMs);
const longAgo = new Date(today - 400 * dayMs);
const older = new Date(0);

/** Runs with the schema of just before the migration, and with what applies the rest. */
const withSchemaBefore = (run: (pool: pg.Pool, migrateRest: () => Promise<unknown>) => Promise<void>) =>
  withEmptyDatabase(async (url) => {
    await migrate(
      url,
      readMigrations().filter((it) => it.name < name),
    );
    const { pool, close } = openDatabase(url, 2);
    try {
      await run(pool, () => migrate(url));
    } finally {
      await close();
    }
  });

async function insert(pool: pg.Pool, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  await pool.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

async function organisation(pool: pg.Pool, called: string): Promise<string> {
  const id = randomUUID();
  await insert(pool, 'organisations', { id, organisation_id: id, name: called, created_at: longAgo });
  return id;
}

async function agents(pool: pg.Pool, organisationId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids)
    await insert(pool, 'principals', {
      ...{ id, organisation_id: organisationId, kind: 'agent', name: `agent-${id}`, created_at: longAgo },
    });
  return ids;
}

const signals = [{ name: 'reliability', value: 0.9, sampleSize: 20 }];
const formerTrust = {
  ...{ base: 0.4, confidence: 0.5, signals, p50Ms: 20, p95Ms: 40, p99Ms: 60 },
  ...{ observed: { score: 0.8, confidence: 0.5 }, calls: { own: 60, others: 300 }, votes: { count: 2, stars: 9 } },
};

async function version(pool: pg.Pool, organisationId: string, tool: string, trusted: boolean): Promise<string> {
  const id = randomUUID();
  await insert(pool, 'tools', { organisation_id: organisationId, namespace: 'acme', name: tool, created_at: longAgo });
  await insert(pool, 'tool_versions', {
    ...{ id, organisation_id: organisationId, namespace: 'acme', tool, version: '1.0.0', version_key: '1.0.0' },
    ...{ manifest: '{"description": "Answers with a number."}', manifest_digest: id, definition_digest: id },
    ...{ status: 'ACTIVE', stage: 'BETA', published_at: longAgo },
    ...(trusted && { trust_base: 0.4, trust_confidence: 0.5, trust_key: 1, trust: JSON.stringify(formerTrust) }),
  });
  return id;
}

/** Evidence of a day as it was kept before: one set of weights, and latencies in the same row. */
const bucket = (
  [organisationId, versionId]: readonly [string, string],
  [day, own, calls, faults, weight]: readonly [Date, boolean, number, number, number],
) => ({
  ...{ organisation_id: organisationId, version_id: versionId, day, own, calls, faults, caller_faults: 0 },
  ...{ weight, fault_weight: calls === 0 ? 0 : (weight * faults) / calls, schema_weight: weight, sla_weight: 0 },
  ...{ callers: 1, latency: JSON.stringify(calls === 0 ? {} : { 40: calls - faults }) },
});

const usage = (organisationId: string, versionId: string, principalId: string, calls: number) => ({
  ...{ organisation_id: organisationId, principal_id: principalId, version_id: versionId, day: yesterday },
  ...{ calls, failures: 0, cost_usd: 0 },
});

/** A namespace with an owner and two in a team; what it offers is called by them, by colleagues and by a partner. */
async function populate(pool: pg.Pool) {
  const [acme, partner] = [await organisation(pool, 'acme'), await organisation(pool, 'partner')];
  const [owner, inTeam, ...colleagues] = await agents(pool, acme, 5);
  const partners = await agents(pool, partner, 10);
  const [namespace, team] = [randomUUID(), randomUUID()];
  await insert(pool, 'namespaces', {
    ...{ id: namespace, organisation_id: acme, name: 'acme', visibility: 'public', created_at: longAgo },
  });
  await insert(pool, 'namespace_owners', { organisation_id: acme, namespace_id: namespace, principal_id: owner });
  await insert(pool, 'teams', { id: team, organisation_id: acme, name: 'makers', created_at: longAgo });
  await insert(pool, 'team_members', { organisation_id: acme, team_id: team, principal_id: inTeam });
  await insert(pool, 'namespace_teams', { organisation_id: acme, namespace_id: namespace, team_id: team });
  const used = await version(pool, acme, 'used', true);
  const heir = await version(pool, acme, 'heir', true);
  const unknown = await version(pool, acme, 'unknown', false);
  const of = [acme, used] as const;
  // The organisation counted as one caller; each of the partner's principals as one.
  await insert(pool, 'evidence_buckets', bucket(of, [yesterday, true, 120, 12, 20]));
  await insert(pool, 'evidence_buckets', bucket(of, [yesterday, false, 300, 0, 200]));
  await insert(pool, 'evidence_buckets', bucket(of, [older, false, 50, 5, 50]));
  await insert(pool, 'evidence_buckets', bucket([acme, heir], [yesterday, false, 0, 0, 25]));
  for (const principal of [owner, inTeam]) await insert(pool, 'usage_days', usage(acme, used, principal as string, 30));
  for (const principal of colleagues) await insert(pool, 'usage_days', usage(acme, used, principal, 20));
  for (const principal of partners) await insert(pool, 'usage_days', usage(partner, used, principal, 30));
  await insert(pool, 'evidence_callers', {
    ...{ organisation_id: acme, version_id: used, day: yesterday, caller: acme, calls: 120 },
  });
  await insert(pool, 'trust_history', {
    ...{ organisation_id: acme, version_id: used, day: yesterday, base: 0.4, t0: longAgo },
  });
  await pool.query('UPDATE verification_turns SET good_own = 108, good_others = 300 WHERE version_id = $1', [used]);
  await insert(pool, 'verifications', {
    ...{ id: randomUUID(), organisation_id: acme, version_id: used, trigger: 'publication', started_at: yesterday },
    ...{ lease_until: yesterday, ended_at: yesterday, kind: 'examples', verdict: 'green', summary: '', checks: '[]' },
  });
  return { acme, used, heir, unknown };
}

const neverRated = { own: { count: 0, stars: 0 }, others: [] };

describe('the migration to two views of trust, on a database with evidence', () => {
  it('weighs what is kept again by who called, and leaves inherited and older evidence as it was', () =>
    withSchemaBefore(async (pool, migrateRest) => {
      const { used, heir, unknown } = await populate(pool);
      await migrateRest();
      const store = new PostgresEvidenceStore(pool);
      const known = await store.evidenceOf([used, heir, unknown]);
      const [before, ofOthers, ofOwn] = known.get(used)?.buckets ?? [];
      // Members count together and each colleague by itself, at most 20 a day: 20 + 3 · 20, of which a tenth failed.
      expect(ofOwn).toMatchObject({ own: true, calls: 120, memberCalls: 60, memberFaults: 6 });
      expect(ofOwn?.inside).toMatchObject({ calls: 80, faults: 8, schemaMet: 80 });
      expect(ofOwn?.outside).toEqual(ofOwn?.inside);
      // Ten of the partner's weigh 200 inside, and outside at most 100 a day.
      expect(ofOthers).toMatchObject({ own: false, calls: 300, memberCalls: 0, memberFaults: 0 });
      expect(ofOthers?.inside).toMatchObject({ calls: 200, faults: 0 });
      expect(ofOthers?.outside).toMatchObject({ calls: 100, faults: 0 });
      expect(before).toMatchObject({ day: null, inside: { calls: 50, faults: 5 }, outside: { calls: 50, faults: 5 } });
      expect(known.get(heir)?.buckets).toMatchObject([{ calls: 0, inside: { calls: 25 }, outside: { calls: 25 } }]);
      expect(known.get(unknown)).toEqual({ buckets: [], votes: neverRated });
    }));

  it('scores both views from it, orders by both, and makes every version due', () =>
    withSchemaBefore(async (pool, migrateRest) => {
      const { acme, used, heir, unknown } = await populate(pool);
      await pool.query('DELETE FROM trust_due');
      await migrateRest();
      const store = new PostgresEvidenceStore(pool);
      const order = new PostgresTrustOrder(pool);
      const everything = { min: Number.NEGATIVE_INFINITY, limit: 10 };
      const trusted = async (view: 'inside' | 'outside') =>
        (await order.page({ ...everything, view })).map((it) => it.versionId);
      // What was known of trust is shown until it is worked out again.
      const { rows } = await pool.query('SELECT trust, example_passed FROM tool_versions WHERE id = $1', [used]);
      const view = { base: 0.4, confidence: 0.5, signals, observed: formerTrust.observed };
      expect(rows).toEqual([
        {
          trust: { inside: view, outside: view, calls: formerTrust.calls, votes: formerTrust.votes },
          example_passed: true,
        },
      ]);
      expect((await trusted('inside')).toSorted()).toEqual([heir, used].toSorted());
      const due = await store.due(10);
      expect(due.map((it) => it.versionId).toSorted()).toEqual([heir, unknown, used].toSorted());
      const known = await store.evidenceOf([used, heir, unknown]);
      const knowledge = { reputation: { inside: null, outside: null }, at: today };
      const scored = due.map((it) => {
        const manifest = aManifest({ outputSchema: { type: 'object' } });
        const scoring = aVersion(manifest, { id: it.versionId, organisationId: acme });
        const evidence = known.get(it.versionId);
        if (evidence === undefined) throw new Error(`Nothing is known of ${it.versionId}.`);
        return { ...it, trust: scoreVersion(scoring, evidence, knowledge) };
      });
      const trustOf = (id: string) => scored.find((it) => it.versionId === id)?.trust;
      const [trust, nobodys] = [trustOf(used), trustOf(unknown)];
      expect(trust?.calls).toEqual({ own: 60, others: 410 });
      expect(trust?.inside.confidence).toBeCloseTo(280 / 300);
      expect(trust?.outside.confidence).toBeLessThan(trust?.inside.confidence ?? 0);
      expect(trust?.inside.base).toBeGreaterThan(nobodys?.inside.base ?? 1);
      expect(nobodys?.inside.base).toBeLessThanOrEqual(0.5);
      await store.settle(scored, today);
      expect(await store.due(10)).toEqual([]);
      expect((await trusted('inside'))[0]).toBe(used);
      expect(await trusted('outside')).toHaveLength(3);
    }));

  it('keeps the owning organisation’s latency, the history and what the next verification counts', () =>
    withSchemaBefore(async (pool, migrateRest) => {
      const { acme, used } = await populate(pool);
      await migrateRest();
      const periodMs = 10 * dayMs;
      const period = new Date(Math.floor(yesterday.getTime() / periodMs) * periodMs);
      const all = async (text: string) => (await pool.query(text)).rows;
      expect(await all('SELECT * FROM evidence_latencies')).toEqual([
        { organisation_id: acme, version_id: used, period, bins: { 40: 108 } },
      ]);
      expect(await all('SELECT * FROM evidence_callers')).toEqual([]);
      const history = await new PostgresEvidenceStore(pool).history(used, today - 30 * dayMs);
      expect(history).toEqual([{ day: yesterday.getTime(), base: 0.4, insideBase: 0.4, t0: longAgo.getTime() }]);
      const turns = await pool.query('SELECT good_own, good_others FROM verification_turns WHERE version_id = $1', [
        used,
      ]);
      expect(turns.rows).toEqual([{ good_own: '54', good_others: '354' }]);
    }));
});
