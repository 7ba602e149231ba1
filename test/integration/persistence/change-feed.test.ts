import { FollowedState } from '@assay/gateway/testing';
import { PostgresChangeFeed, pruneOutbox } from '@assay/persistence';
import {
  aGrantRow,
  aNamespaceRow,
  anOrganisationRow,
  aPrincipalRow,
  aServerRow,
  aVersionRow,
} from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { clock, type Fixture, sealer, withDatabase } from './fixture.js';

async function people({ identities }: Fixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const namespace = aNamespaceRow(ann);
  await identities.addNamespace(namespace);
  return { organisation, ann, namespace };
}

const insertPrincipal = `INSERT INTO principals (id, organisation_id, kind, name, created_at)
  VALUES ($1, $2, 'user', $3, now())`;

describe('the change feed', () => {
  it('misses no commit when transactions end in another order than they began', () =>
    withDatabase(async (fixture) => {
      const { organisation } = await people(fixture);
      const state = await new FollowedState(fixture.feed).start();
      const [early, late] = [aPrincipalRow(organisation.id, 'early'), aPrincipalRow(organisation.id, 'late')];
      const slow = await fixture.database.pool.connect();
      try {
        await slow.query('BEGIN');
        await slow.query(insertPrincipal, [early.id, organisation.id, 'early']);
        await fixture.identities.addPrincipal(late);
        // The later transaction is reported although an earlier one is still open: neither waits for the other.
        expect(await state.of('principal', late.id)).toEqual(late);
        expect(await state.of('principal', early.id)).toBeNull();
        await slow.query('COMMIT');
      } finally {
        slow.release();
      }
      expect(await state.of('principal', early.id)).toMatchObject({ name: 'early' });
    }));

  it('tells each of many interleaved transactions exactly once', () =>
    withDatabase(async (fixture) => {
      const { organisation } = await people(fixture);
      const state = await new FollowedState(fixture.feed).start();
      const before = state.reported.length;
      const clients = await Promise.all([0, 1, 2].map(() => fixture.database.pool.connect()));
      const ids: string[] = [];
      try {
        for (let round = 0; round < 20; round += 1) {
          const order = [0, 1, 2].map((offset) => clients[(round + offset) % 3]);
          for (const client of order) {
            const { id } = aPrincipalRow(organisation.id);
            ids.push(id);
            await client?.query('BEGIN');
            await client?.query(insertPrincipal, [id, organisation.id, `p${ids.length}`]);
          }
          for (const client of order.toReversed()) {
            await client?.query('COMMIT');
            await fixture.feed.caughtUp();
          }
        }
      } finally {
        for (const client of clients) client.release();
      }
      const reports = state.reported.slice(before).map(({ id }) => id);
      expect(reports.toSorted()).toEqual(ids.toSorted());
    }));

  it('does not tell of what was rolled back', () =>
    withDatabase(async (fixture) => {
      const { organisation } = await people(fixture);
      const state = await new FollowedState(fixture.feed).start();
      const before = state.reported.length;
      const client = await fixture.database.pool.connect();
      await client.query('BEGIN');
      await client.query(insertPrincipal, [aPrincipalRow(organisation.id).id, organisation.id, 'never']);
      await client.query('ROLLBACK');
      client.release();
      await fixture.feed.caughtUp();
      expect(state.reported.length).toBe(before);
    }));

  it('delivers many rows in batches of at most 1,000, at the start and later', () =>
    withDatabase(async (fixture) => {
      const { namespace } = await people(fixture);
      const many = (from: number) =>
        Promise.all(
          Array.from({ length: 1_500 }, (_, index) =>
            fixture.catalogue.publish(aVersionRow(namespace, '1.0.0', { tool: `tool-${from + index}` }), 0),
          ),
        );
      await many(0);
      const sizes: number[] = [];
      const ids = new Set<string>();
      await fixture.feed.start((changes) => {
        sizes.push(changes.length);
        for (const { kind, id } of changes) if (kind === 'tool-version') ids.add(id);
      });
      expect(ids.size).toBe(1_500);
      await many(10_000);
      await fixture.feed.caughtUp();
      expect(ids.size).toBe(3_000);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    }));

  /** Rows stay while any transaction of the server is older than they are, and other tests have transactions too. */
  async function prunedWhole({ database }: Fixture): Promise<number> {
    const deadline = Date.now() + 10_000;
    let pruned = 0;
    for (let left = true; left && Date.now() < deadline; ) {
      pruned += await pruneOutbox(database.pool, '0 seconds');
      const { rows } = await database.pool.query("SELECT EXISTS (SELECT FROM outbox WHERE kind <> 'pruned') AS left");
      left = rows[0].left;
    }
    return pruned;
  }

  it('re-reads everything, and says what is gone, when the outbox was pruned past what it had read', () =>
    withDatabase(async (fixture) => {
      const { ann, organisation } = await people(fixture);
      const grant = aGrantRow(ann);
      await fixture.identities.addGrant(grant);
      const sleeper = fixture.newFeed();
      const state = await new FollowedState(sleeper).start();
      await sleeper.stop();
      await fixture.identities.removeGrant(grant.id);
      const bob = await fixture.identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
      expect(await prunedWhole(fixture)).toBeGreaterThan(0);
      expect(await state.of('grant', grant.id)).toBeNull();
      expect(await state.of('principal', bob.id)).toEqual(bob);
    }));

  it('reads only what is new after a pruning that it had kept up with', () =>
    withDatabase(async (fixture) => {
      const { organisation } = await people(fixture);
      const state = await new FollowedState(fixture.feed).start();
      expect(await prunedWhole(fixture)).toBeGreaterThan(0);
      expect(await pruneOutbox(fixture.database.pool, '0 seconds')).toBe(0);
      await fixture.feed.caughtUp();
      const before = state.reported.length;
      const bob = await fixture.identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
      await fixture.feed.caughtUp();
      expect(state.reported.slice(before).map(({ id }) => id)).toEqual([bob.id]);
    }));

  it('keeps rows in the outbox that a transaction still open may be followed by', () =>
    withDatabase(async (fixture) => {
      const { organisation } = await people(fixture);
      const state = await new FollowedState(fixture.feed).start();
      const slow = await fixture.database.pool.connect();
      const late = aPrincipalRow(organisation.id, 'late');
      await slow.query('BEGIN');
      await slow.query(insertPrincipal, [late.id, organisation.id, 'late']);
      await fixture.identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
      await pruneOutbox(fixture.database.pool, '0 seconds');
      await slow.query('COMMIT');
      slow.release();
      await pruneOutbox(fixture.database.pool, '1 hour');
      expect(await state.of('principal', late.id)).toMatchObject({ name: 'late' });
    }));

  it('follows without being asked, also after its connection was cut', () =>
    withDatabase(async (fixture) => {
      const { organisation } = await people(fixture);
      const arrivals = new Map<string, () => void>();
      await fixture.feed.start((changes) => {
        for (const { id } of changes) arrivals.get(id)?.();
      });
      const arrival = async (name: string) => {
        const principal = aPrincipalRow(organisation.id, name);
        const arrived = new Promise<void>((resolve) => arrivals.set(principal.id, resolve));
        await fixture.identities.addPrincipal(principal);
        await arrived;
      };
      await arrival('bob');
      const cut = await fixture.database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'assay-feed'`,
      );
      expect(cut.rowCount).toBe(1);
      await arrival('cleo');
      expect(arrivals.size).toBe(2);
    }));

  it('confirms when it last read', () =>
    withDatabase(async (fixture) => {
      expect(fixture.feed.confirmedAt()).toBe(0);
      await fixture.feed.start(() => undefined);
      const first = fixture.feed.confirmedAt();
      await fixture.feed.caughtUp();
      expect(first).toBeGreaterThan(0);
      expect(fixture.feed.confirmedAt()).toBeGreaterThanOrEqual(first);
    }));

  it('knows how long that was ago, though the clock is set back or the machine sleeps', () =>
    withDatabase(async ({ url, database }) => {
      const shift = { now: 0, monotonic: 0 };
      const shifted = {
        ...clock,
        now: () => clock.now() + shift.now,
        monotonic: () => clock.monotonic() + shift.monotonic,
        after: () => () => undefined,
      };
      const feed = new PostgresChangeFeed({ databaseUrl: url, database, sealer, clock: shifted });
      try {
        expect(feed.sinceConfirmedMs()).toBe(Number.POSITIVE_INFINITY);
        await feed.start(() => undefined);
        for (const [now, monotonic] of [
          [-3_600_000, 60_000],
          [60_000, 0],
        ] as const) {
          Object.assign(shift, { now, monotonic });
          expect(feed.sinceConfirmedMs()).toBeGreaterThanOrEqual(60_000);
          await feed.caughtUp();
          expect(feed.sinceConfirmedMs()).toBeLessThan(60_000);
        }
      } finally {
        await feed.stop();
      }
    }));

  it('delivers a change again that could not be applied', () =>
    withDatabase(async (fixture) => {
      const { organisation } = await people(fixture);
      const reports: string[] = [];
      let refusals = 0;
      await fixture.feed.start((changes) => {
        if (changes.some((change) => change.kind === 'principal' && change.state?.name === 'bob') && refusals === 0) {
          refusals += 1;
          throw new Error('not now');
        }
        reports.push(...changes.map(({ id }) => id));
      });
      const bob = await fixture.identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
      await fixture.feed.caughtUp().catch(() => undefined);
      await fixture.feed.caughtUp();
      expect(refusals).toBe(1);
      expect(reports).toContain(bob.id);
    }));

  it('keeps secrets sealed in the table and says which server’s do not open', () =>
    withDatabase(async (fixture) => {
      const { namespace } = await people(fixture);
      const server = aServerRow(namespace);
      await fixture.catalogue.addServer(server);
      const { rows } = await fixture.database.pool.query('SELECT mcp::text AS mcp FROM servers');
      expect(rows[0].mcp).toContain('Authorization');
      expect(rows[0].mcp).not.toContain('secret-of-acme');
      await fixture.database.pool.query(
        `UPDATE servers SET mcp = jsonb_set(mcp, '{headers,Other}', mcp #> '{headers,Authorization}')`,
      );
      await expect(fixture.feed.start(() => undefined)).rejects.toThrow(
        /secret Other of the server acme\/orders does not open/,
      );
    }));
});
