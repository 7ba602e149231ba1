import { randomUUID } from 'node:crypto';
import { ManualJobs } from '@assay/kernel/testing';
import { openPersistence } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { clock, type Fixture, random, readerOf, sealer, signer, withDatabase } from './fixture.js';
import { keptRecords } from './kept-records.js';

const organisationId = randomUUID();
const draft = (subject: string) => ({
  organisationId,
  principalId: null,
  action: 'test.done',
  subject,
  details: { subject },
});

async function filled(fixture: Fixture, chains: number, records: number) {
  for (let chain = 0; chain < chains; chain += 1) {
    const audit = fixture.newAudit({ replicaId: `replica-${chain}` });
    for (let index = 0; index < records; index += 1) audit.append(draft(`s${index}`));
    await audit.flush();
  }
  return readerOf(fixture.database);
}

describe('verification', () => {
  it('counts chains and records, across batches', () =>
    withDatabase(async (fixture) => {
      const reader = await filled(fixture, 3, 2_000);
      expect(await reader.verify()).toMatchObject({
        ok: true,
        length: 6_000,
        chains: 3,
        unsigned: 0,
        uncovered: 6_000,
      });
    }));

  it('is content with an empty log', () =>
    withDatabase(async ({ database }) => {
      expect(await readerOf(database).verify()).toMatchObject({ ok: true, length: 0, chains: 0 });
    }));

  it.each([
    ['a changed detail', `UPDATE audit_records SET details = '{"subject":"x"}' WHERE sequence = 5`, 5, /content/],
    ['a changed actor', 'UPDATE audit_records SET organisation_id = NULL WHERE sequence = 5', 5, /content/],
    ['a changed time', `UPDATE audit_records SET at = at + interval '1 ms' WHERE sequence = 5`, 5, /content/],
    ['a removed record', 'DELETE FROM audit_records WHERE sequence = 5', 6, /record 5 is missing/],
    ['a removed beginning', 'DELETE FROM audit_records WHERE sequence < 4', 4, /records 1 to 3 are missing/],
    ['a changed link', `UPDATE audit_records SET previous = 'sha256:0' WHERE sequence = 5`, 5, /does not point/],
    [
      'a record twice',
      `INSERT INTO audit_records SELECT chain, sequence, at + interval '1 ms', organisation_id, principal_id, action,
         subject, details, previous, hash FROM audit_records WHERE sequence = 5`,
      5,
      /twice/,
    ],
  ])('finds %s', (_name, tamper, sequence, reason) =>
    withDatabase(async (fixture) => {
      const reader = await filled(fixture, 1, 10);
      await fixture.database.pool.query(tamper);
      const verdict = await reader.verify();
      expect(verdict).toMatchObject({ ok: false, firstBreak: { sequence } });
      expect(verdict.firstBreak?.reason).toMatch(reason);
    }),
  );
});

/** The pool may still hold connections that were cut: each is noticed, and replaced, when it is used. */
async function afterTheCut(database: { ping(): Promise<unknown> }): Promise<void> {
  for (let tries = 10; ; tries -= 1) {
    try {
      await database.ping();
      return;
    } catch (cause) {
      if (tries === 0) throw cause;
    }
  }
}

describe('writing', () => {
  it('writes a record that nobody waits for within the bound', () =>
    withDatabase(async (fixture) => {
      const audit = fixture.newAudit({ flushWithinMs: 20 });
      audit.append(draft('alone'));
      for (const deadline = Date.now() + 5_000; audit.backlog > 0 && Date.now() < deadline; ) {
        await fixture.database.ping();
      }
      expect((await keptRecords(fixture.database)).map(({ subject }) => subject)).toEqual(['alone']);
    }));

  it('keeps order and chain when connections are cut in the middle', () =>
    withDatabase(async (fixture) => {
      const audit = fixture.newAudit();
      for (let round = 0; round < 10; round += 1) {
        for (let index = 0; index < 200; index += 1) audit.append(draft(`${round}.${index}`));
        const settled = audit.append(draft(`${round}.last`)).settled;
        await fixture.database.pool
          .query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()`,
          )
          .catch(() => undefined);
        await settled;
      }
      await afterTheCut(fixture.database);
      const reader = readerOf(fixture.database);
      expect(await reader.verify()).toMatchObject({ ok: true, length: 2_010, chains: 1 });
    }));

  it('keeps the records of others when one envelope is no JSON', () =>
    withDatabase(async (fixture) => {
      const audit = fixture.newAudit();
      const id = randomUUID();
      audit.append({ ...draft('bad'), invocation: { id, body: () => 'no json' } });
      await audit.append(draft('good')).settled;
      const reader = readerOf(fixture.database);
      expect((await reader.verify()).length).toBe(2);
      expect((await reader.findInvocation(id))?.body).toBeNull();
    }));

  it('writes into this month’s partition, and elsewhere when there is none', () =>
    withDatabase(async ({ database, newAudit }) => {
      await newAudit().append(draft('now')).settled;
      const { rows } = await database.pool.query('SELECT tableoid::regclass::text AS name FROM audit_records');
      expect(rows[0].name).toMatch(/^audit_records_y\d{4}m\d{2}$/);
      await database.pool.query(
        `INSERT INTO audit_records SELECT chain, 2, '2020-01-15Z', organisation_id, principal_id, action, subject,
           details, previous, hash FROM audit_records`,
      );
      await database.pool.query(`SELECT assay_ensure_partition('audit_records', '2020-01-01Z')`);
      const moved = await database.pool.query(
        'SELECT tableoid::regclass::text AS name FROM audit_records WHERE sequence = 2',
      );
      expect(moved.rows[0].name).toBe('audit_records_y2020m01');
    }));
});

describe('reading', () => {
  it('lists newest first, page by page, of one organisation only', () =>
    withDatabase(async (fixture) => {
      const reader = await filled(fixture, 2, 25);
      await fixture.newAudit().append({ ...draft('other'), organisationId: randomUUID() }).settled;
      const subjects: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await reader.list({ organisationId, limit: 7, cursor });
        if (!page.ok) throw new Error(page.error.message);
        const { items, nextCursor } = page.value;
        subjects.push(...items.map(({ chain, sequence }) => `${chain} ${sequence}`));
        cursor = nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(subjects).toHaveLength(50);
      expect(new Set(subjects).size).toBe(50);
    }));

  it('filters by action and subject, and refuses a foreign cursor', () =>
    withDatabase(async (fixture) => {
      const reader = await filled(fixture, 1, 5);
      const found = await reader.list({ organisationId, action: 'test.done', subject: 's3', limit: 10 });
      expect(found).toMatchObject({ ok: true, value: { items: [{ subject: 's3' }], nextCursor: null } });
      const none = await reader.list({ organisationId, action: 'test', limit: 10 });
      expect(none).toMatchObject({ ok: true, value: { items: [] } });
      expect(await reader.list({ organisationId, limit: 1, cursor: 'nonsense' })).toMatchObject({
        ok: false,
        error: { code: 'invalid_request' },
      });
    }));

  it('finds a call with its receipt', () =>
    withDatabase(async (fixture) => {
      const id = randomUUID();
      const { receipt, settled } = fixture
        .newAudit()
        .append({ ...draft('call'), invocation: { id, body: () => '{"status":"succeeded"}' } });
      await settled;
      const found = await readerOf(fixture.database).findInvocation(id);
      expect(found).toMatchObject({ organisationId, principalId: null, body: { status: 'succeeded' }, receipt });
    }));
});

describe('openPersistence', () => {
  it('writes what is left when it closes, and closes twice without harm', () =>
    withDatabase(async ({ url, database }) => {
      const persistence = await openPersistence({
        databaseUrl: url,
        sealer,
        signer,
        verifier: signer,
        replicaId: 'r',
        jobs: new ManualJobs(),
        clock,
        random,
      });
      await persistence.ready();
      persistence.audit.append(draft('last'));
      await Promise.all([persistence.close(), persistence.close()]);
      expect(await keptRecords(database)).toHaveLength(1);
    }));

  it('says where the database is that does not answer, and not its password', async () => {
    const opening = openPersistence({
      databaseUrl: 'postgresql://ann:hidden@127.0.0.1:1/assay',
      sealer,
      signer,
      verifier: signer,
      replicaId: 'r',
      jobs: new ManualJobs(),
      clock,
      random,
    });
    await expect(opening).rejects.toThrow(/127\.0\.0\.1:1 cannot be used: nothing listens there/);
    await expect(opening).rejects.not.toThrow(/hidden/);
  });
});
