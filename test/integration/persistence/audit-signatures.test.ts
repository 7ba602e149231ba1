import { randomUUID } from 'node:crypto';
import { Ed25519Verifier, SigningKey } from '@assay/authentication';
import type { AuditLine } from '@assay/contracts';
import { rootByPath } from '@assay/kernel';
import {
  adoptUnsignedChains,
  Checkpoints,
  closeLeftChains,
  PostgresAuditLog,
  PostgresAuditReader,
  PostgresPendingChanges,
  pruneOldestMonth,
} from '@assay/persistence';
import { verifyExport } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { clock, type Fixture, random, withDatabase } from './fixture.js';

const key = new SigningKey('an installation signs with this text');
const verifier = new Ed25519Verifier();
const trusted = [{ publicKey: key.public.pem }];
const keys = async () => [{ keyId: key.keyId, publicKey: key.public.pem, validUntil: null }];
const [ours, theirs] = [randomUUID(), randomUUID()];
const dayMs = 86_400_000;

/** A log with a clock that can be moved. */
function logOf({ database: { pool } }: Fixture, signer = key) {
  const time = { ...clock, now: () => Date.now() + moved.ms };
  const moved = { ms: 0 };
  const audit = new PostgresAuditLog({ pool, replicaId: 'replica', signer, clock: time, random });
  const checkpoints = new Checkpoints({ pool, audit, signer, clock: time });
  const reader = new PostgresAuditReader({ pool, verifier, keys });
  const write = async (count: number, group = 4) => {
    for (let index = 0; index < count; index += 1) {
      const organisationId = index % 3 === 2 ? theirs : ours;
      const details = { index, secretOf: organisationId };
      audit.append({ organisationId, principalId: null, action: 'test.done', subject: `s${index}`, details });
      if (index % group === group - 1) await audit.flush();
    }
    await audit.flush();
  };
  return { audit, checkpoints, reader, time, moved, write, pool };
}
type Log = ReturnType<typeof logOf>;

const withLog = (run: (log: Log, fixture: Fixture) => Promise<void>) =>
  withDatabase(async (fixture) => {
    const log = logOf(fixture);
    await run(log, fixture);
    await log.audit.close();
  });

async function linesOf({ reader }: Log, query: { cursor?: string; from?: number; until?: number } = {}) {
  const exported = await reader.export({ organisationId: ours, organisation: 'ours', now: Date.now(), ...query });
  if (!exported.ok) throw new Error(exported.error.message);
  const lines: AuditLine[] = [];
  for await (const line of exported.value.lines()) lines.push(JSON.parse(JSON.stringify(line)) as AuditLine);
  return lines;
}
const verified = async (lines: readonly AuditLine[], by = trusted) =>
  verifyExport(
    (async function* () {
      yield* lines;
    })(),
    by,
  );

/** Ten records in groups of four, a checkpoint at the fourth. */
async function filled(log: Log): Promise<void> {
  await log.write(4);
  await log.checkpoints.write('open');
  await log.write(6);
}

describe('a signed log', () => {
  it('is intact, and proves each record to holders of the key', () =>
    withLog(async (log) => {
      await filled(log);
      expect(await log.reader.verify()).toEqual({
        ...{ ok: true, length: 10, chains: 1, groups: 3, checkpoints: 1, unsigned: 0, uncovered: 6, pruned: 0 },
        keys: [key.keyId],
      });
      const kept = await log.reader.receipt({ chain: log.audit.chainId, sequence: 6 });
      const { group, index, path } = kept?.proof ?? { group: undefined, index: 0, path: [] };
      expect([group?.first, group?.last, index]).toEqual([5, 8, 1]);
      expect(rootByPath(kept?.record.hash ?? '', index, 4, path)).toBe(group?.root);
    }));

  const forgedGroup = (by: SigningKey) => async (_: Log, fixture: Fixture) => {
    const other = logOf(fixture, by);
    await other.write(2);
  };
  const sql =
    (text: string) =>
    async ({ pool }: Log) =>
      void (await pool.query(text));

  it.each<[string, (log: Log, fixture: Fixture) => Promise<unknown>, RegExp]>([
    ['a changed record', sql(`UPDATE audit_records SET details = '{}' WHERE sequence = 5`), /content does not match/],
    ['a removed record', sql('DELETE FROM audit_records WHERE sequence = 5'), /record 5 is missing/],
    ['a removed signature', sql('DELETE FROM audit_groups WHERE last = 8'), /not the records of the signed group/],
    ['all signatures removed', sql('DELETE FROM audit_groups'), /records 1 to 10 are in no signed group/],
    ['a changed root', sql(`UPDATE audit_groups SET root = 'sha256:00' WHERE last = 8`), /signed with other records/],
    [
      'an end cut off behind the checkpoint, its signature forgotten',
      sql('DELETE FROM audit_records WHERE sequence > 8'),
      /records 9 to 10 are missing: a signed group/,
    ],
    [
      'an end cut off before the checkpoint',
      sql('DELETE FROM audit_records WHERE sequence > 3; DELETE FROM audit_groups'),
      /record 4 is missing: checkpoint 1/,
    ],
    ['a changed checkpoint', sql('UPDATE audit_checkpoints SET sequence = 3'), /checkpoint's signature is not one of/],
    [
      'a whole chain with its checkpoints removed',
      async (log) => {
        await log.checkpoints.write('closed');
        await log.pool.query('DELETE FROM audit_checkpoints WHERE number = 1');
      },
      /checkpoint 1 is missing/,
    ],
    [
      'all signatures removed, though a checkpoint covers everything',
      async (log) => {
        await log.checkpoints.write('closed');
        await log.pool.query('DELETE FROM audit_groups');
      },
      /records 1 to 10 are in no signed group/,
    ],
    [
      'a whole chain removed, with checkpoints of the same numbers put where nobody looks',
      async (log) => {
        await log.checkpoints.write('closed');
        for (const table of ['records', 'groups']) await log.pool.query(`DELETE FROM audit_${table}`);
        await log.pool.query('UPDATE audit_checkpoints SET sequence = 0');
      },
      /^checkpoint 1 at 0 is outside every chain$/,
    ],
    ...['0', '-7', '9223372036854775807'].map<[string, (log: Log) => Promise<unknown>, RegExp]>((sequence) => [
      `a record put in at ${sequence}`,
      sql(`INSERT INTO audit_records (chain, sequence, at, action, subject, details, previous, hash)
        SELECT chain, ${sequence}, at, 'forged', subject, details, previous, hash FROM audit_records LIMIT 1`),
      new RegExp(`^record ${sequence} is outside every chain`),
    ]),
    [
      'a record of a chain without a name',
      sql("UPDATE audit_records SET chain = '' WHERE sequence = 5"),
      /records 1 to 4 are missing/,
    ],
    [
      'records signed by a stranger',
      forgedGroup(new SigningKey('somebody else signs with this text')),
      /none of the registry's/,
    ],
  ])('shows %s', (_, tamper, reason) =>
    withLog(async (log, fixture) => {
      await filled(log);
      await tamper(log, fixture);
      const verdict = await log.reader.verify();
      expect(verdict.ok).toBe(false);
      expect(verdict.firstBreak?.reason).toMatch(reason);
    }),
  );

  it('cannot show an end cut off behind the last checkpoint with its signature', () =>
    withLog(async (log) => {
      await filled(log);
      await log.pool.query('DELETE FROM audit_records WHERE sequence > 8');
      await log.pool.query('DELETE FROM audit_groups WHERE last > 8');
      expect(await log.reader.verify()).toMatchObject({ ok: true, length: 8 });
    }));

  it('tells a stranger’s keys from its own after a rotation: what the former key signed holds', () =>
    withLog(async (log, fixture) => {
      await filled(log);
      const next = new SigningKey('the installation’s next key has this text');
      await logOf(fixture, next).write(3);
      const former = { keyId: key.keyId, publicKey: key.public.pem, validUntil: Date.now() + dayMs };
      const now = { keyId: next.keyId, publicKey: next.public.pem, validUntil: null };
      const both = new PostgresAuditReader({ pool: log.pool, verifier, keys: async () => [former, now] });
      expect(await both.verify()).toMatchObject({ ok: true, chains: 2, keys: [key.keyId, next.keyId].sort() });
    }));
});

describe('checkpoints', () => {
  it('of several servers are numbered without gaps', () =>
    withDatabase(async (fixture) => {
      const logs = [logOf(fixture), logOf(fixture), logOf(fixture)];
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(logs.map((log) => log.write(2)));
        await Promise.all(logs.map((log) => log.checkpoints.write('open')));
      }
      const [log] = logs;
      expect(await log?.reader.verify()).toMatchObject({ ok: true, chains: 3, checkpoints: 15, uncovered: 0 });
      for (const { audit } of logs) await audit.close();
    }));
});

describe('chains without a server', () => {
  const options = (log: Log, ownChain = 'another') => ({
    ...log,
    signer: key,
    verifier,
    keys,
    clock: log.time,
    ownChain,
  });

  it('get their last checkpoint when they have been silent for three minutes, and once', () =>
    withLog(async (log) => {
      await filled(log);
      expect(await closeLeftChains(options(log))).toBe(0);
      log.moved.ms = 181_000;
      expect(await closeLeftChains(options(log, log.audit.chainId))).toBe(0);
      expect(await closeLeftChains(options(log))).toBe(1);
      expect(await closeLeftChains(options(log))).toBe(0);
      expect(await log.reader.verify()).toMatchObject({ ok: true, checkpoints: 2, uncovered: 0 });
      await log.pool.query('DELETE FROM audit_records WHERE sequence > 8');
      await log.pool.query('DELETE FROM audit_groups WHERE last > 8');
      expect((await log.reader.verify()).firstBreak?.reason).toMatch(/checkpoint 2 says so/);
    }));

  it('are not signed when their end is none that a server signed', () =>
    withLog(async (log) => {
      await filled(log);
      await log.pool.query('DELETE FROM audit_groups WHERE last > 8');
      log.moved.ms = 181_000;
      const problems: unknown[] = [];
      expect(await closeLeftChains({ ...options(log), onProblem: (cause) => problems.push(cause) })).toBe(0);
      expect(String(problems[0])).toMatch(/records 9 to 10 are in no signed group/);
    }));

  it('of before receipts were signed are taken in once, before the first checkpoint', () =>
    withLog(async (log) => {
      await log.write(4);
      await log.pool.query('DELETE FROM audit_groups');
      expect(await adoptUnsignedChains(log.pool, key, log.time)).toBe(1);
      expect(await log.reader.verify()).toMatchObject({ ok: true, length: 4, unsigned: 4, uncovered: 0 });
      expect(await adoptUnsignedChains(log.pool, key, log.time)).toBe(0);
    }));
});

describe('months that are old enough', () => {
  it('go whole, with a checkpoint that says where their chains begin now', () =>
    withLog(async (log) => {
      log.moved.ms = -100 * dayMs;
      const month = new Date(log.time.now()).toISOString().slice(0, 7);
      for (const parent of ['audit_records', 'audit_groups', 'invocations'])
        await log.pool.query(`SELECT assay_ensure_partition('${parent}', '${month}-01T00:00:00Z')`);
      await log.write(5);
      log.moved.ms = 0;
      await log.write(3);
      const prune = (retentionDays: number) =>
        pruneOldestMonth({ ...log, signer: key, verifier, keys, clock: log.time, retentionDays });
      await expect(prune(31)).rejects.toThrow(/no checkpoint covers it/);
      await log.pool.query(
        `INSERT INTO audit_checkpoints (number, chain, sequence, hash, state, at, key_id, signature)
         VALUES (1, $1, 5, 'forged', 'left', now(), $2, 'forged')`,
        [log.audit.chainId, key.keyId],
      );
      await expect(prune(31)).rejects.toThrow(/the signature of checkpoint 1 is not one of/);
      await log.pool.query('DELETE FROM audit_checkpoints');
      await log.checkpoints.write('open');
      expect(await prune(400)).toBeUndefined();
      expect(await prune(31)).toEqual({ month: month.replace('-', 'm'), records: 5, chains: 1 });
      expect(await log.reader.verify()).toMatchObject({ ok: true, length: 3, pruned: 5, checkpoints: 2 });
      const lines = await linesOf(log);
      expect(lines[1]).toMatchObject({ type: 'checkpoint', state: 'pruned', sequence: 5 });
      expect(await verified(lines)).toMatchObject({ ok: true, records: 2, hidden: 1, checkpoints: 2 });
    }));

  it('may go while the log is verified', () =>
    withLog(async (log) => {
      log.moved.ms = -100 * dayMs;
      const month = new Date(log.time.now()).toISOString().slice(0, 7);
      for (const parent of ['audit_records', 'audit_groups', 'invocations'])
        await log.pool.query(`SELECT assay_ensure_partition('${parent}', '${month}-01T00:00:00Z')`);
      await log.write(5);
      log.moved.ms = 0;
      await log.write(3);
      await log.checkpoints.write('open');
      let pruned: object | undefined;
      const query = async (text: string, values: unknown[]) => {
        if (text.includes('FROM audit_records WHERE chain = $1 AND sequence > $2'))
          pruned ??= await pruneOldestMonth({
            ...log,
            signer: key,
            verifier,
            keys,
            clock: log.time,
            retentionDays: 31,
          });
        return log.pool.query(text, values);
      };
      const reader = new PostgresAuditReader({ pool: { query } as never, verifier, keys });
      expect(await reader.verify()).toMatchObject({ ok: true, length: 3, pruned: 5, chains: 1 });
      expect(pruned).toMatchObject({ records: 5 });
    }));

  it('part groups where a month ends', () =>
    withLog(async (log) => {
      const append = () =>
        log.audit.append({ organisationId: null, principalId: null, action: 'a', subject: 's', details: {} });
      log.moved.ms = -40 * dayMs;
      append();
      log.moved.ms = 0;
      append();
      append();
      await log.audit.flush();
      expect(await log.reader.verify()).toMatchObject({ ok: true, length: 3, groups: 2 });
    }));
});

describe('an export', () => {
  it('is intact for holders of the key, and contains only hashes of others', () =>
    withLog(async (log) => {
      await filled(log);
      await log.checkpoints.write('closed');
      const lines = await linesOf(log);
      expect(JSON.stringify(lines)).not.toContain(theirs);
      expect(await verified(lines)).toEqual({
        ...{ ok: true, records: 7, hidden: 3, chains: 1, groups: 3, checkpoints: 2, unsigned: 0, problem: null },
      });
      expect(
        (await verified(lines, [{ publicKey: new SigningKey('x'.repeat(32)).public.pem }])).problem?.reason,
      ).toMatch(/not among your trusted keys/);
    }));

  const at = (lines: readonly AuditLine[], type: AuditLine['type'], place = 0) =>
    lines.flatMap((line, index) => (line.type === type ? [index] : []))[place] ?? -1;
  const edited = (lines: AuditLine[], index: number, members: object) =>
    lines.with(index, { ...(lines[index] as AuditLine), ...members } as AuditLine);

  it.each<[string, (lines: AuditLine[]) => AuditLine[], RegExp]>([
    ['a changed record', (lines) => edited(lines, at(lines, 'record', 2), { subject: 'x' }), /content does not match/],
    ['a removed record', (lines) => lines.toSpliced(at(lines, 'record', 1), 1), /missing/],
    [
      'a changed hash of another’s',
      (lines) => edited(lines, at(lines, 'hidden', 1), { hash: `sha256:${'0'.repeat(64)}` }),
      /(?:other|different) records|before it/,
    ],
    ['a removed group', (lines) => lines.toSpliced(at(lines, 'group', 1), 1), /has different records/],
    ['a removed checkpoint', (lines) => lines.toSpliced(at(lines, 'checkpoint', 0), 1), /checkpoint 1 is missing/],
    [
      'a changed checkpoint',
      (lines) => edited(lines, at(lines, 'checkpoint', 0), { state: 'left' }),
      /signature of checkpoint 1/,
    ],
    ['an end that is missing', (lines) => lines.slice(0, -1), /is truncated/],
    ['a beginning that is missing', (lines) => lines.slice(1), /does not start/],
    [
      'records after the last group',
      (lines) => lines.toSpliced(at(lines, 'group', 2), 1),
      /no signed group|(?:other|different) records/,
    ],
  ])('shows %s', (_, tamper, reason) =>
    withLog(async (log) => {
      await filled(log);
      const found = await verified(tamper(await linesOf(log)));
      expect(found.ok).toBe(false);
      expect(found.problem?.reason).toMatch(reason);
    }),
  );

  it('goes on after a mark, and together the parts hold', () =>
    withLog(async (log) => {
      await log.write(2_500, 100);
      const lines = await linesOf(log);
      const mark = at(lines, 'mark', 1);
      const cursor = (lines[mark] as { cursor: string }).cursor;
      const rest = await linesOf(log, { cursor });
      expect(rest[0]?.type).not.toBe('export');
      expect(await verified([...lines.slice(0, mark + 1), ...rest])).toMatchObject({
        ok: true,
        records: 1_667,
        hidden: 833,
      });
      expect(await log.reader.export({ organisationId: ours, organisation: 'o', now: 0, cursor: 'x' })).toMatchObject({
        ok: false,
        error: { code: 'invalid_request' },
      });
    }));

  it('of a time holds whole groups, which hold by themselves', () =>
    withLog(async (log) => {
      await log.write(4);
      log.moved.ms = 3_600_000;
      await log.write(6);
      const border = Date.now() + 1_800_000;
      const late = await linesOf(log, { from: border });
      expect(late.filter(({ type }) => type === 'record' || type === 'hidden')).toHaveLength(6);
      expect(await verified(late)).toMatchObject({ ok: true, groups: 2 });
      expect(await verified(await linesOf(log, { until: border }))).toMatchObject({ ok: true, groups: 1 });
    }));
});

describe('a cursor that nobody made', () => {
  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const far = Number.MAX_SAFE_INTEGER;

  it.each([
    [cursorOf(-far, 'x', 1), cursorOf('export', -far, null, 0, '', 0)],
    [cursorOf(far, 'x', 1), cursorOf('export', null, far, 0, '', 0)],
    [cursorOf(1, 'a\0b', 1), cursorOf('export', null, null, 0, 'a\0b', 0)],
    [cursorOf(1, 'x', -1), cursorOf('export', null, null, 0, 'x', -far)],
    ['x', 'x'],
  ])('is refused: %s', (listed, exported) =>
    withLog(async ({ reader }) => {
      const refused = { ok: false, error: { code: 'invalid_request' } };
      expect(await reader.list({ organisationId: ours, cursor: listed, limit: 1 })).toMatchObject(refused);
      expect(await reader.export({ organisationId: ours, organisation: 'o', now: 0, cursor: exported })).toMatchObject(
        refused,
      );
    }),
  );
});

describe('changes under way', () => {
  const change = { organisationId: ours, principalId: theirs, action: 'POST /v1/grants', subject: '/v1/grants' };

  it('leave nothing when they end, and a record when their server died before', () =>
    withLog(async (log) => {
      const { pool, audit } = log;
      await pool.query(
        `INSERT INTO organisations (id, organisation_id, name, created_at) VALUES ($1, $1, 'o', now())`,
        [ours],
      );
      const pending = new PostgresPendingChanges({ pool, audit, chain: 'dead/1', random, clock });
      const begun = await Promise.all([change, change, change].map((it) => pending.begin(it)));
      expect((await pool.query('SELECT FROM audit_pending')).rowCount).toBe(3);
      begun[0]?.end();
      begun[1]?.leave();
      await pending.stop();
      expect((await pool.query('SELECT FROM audit_pending')).rowCount).toBe(2);
      await pool.query(
        `INSERT INTO grants (id, organisation_id, grantee_organisation_id, tool, actions, created_at)
         VALUES (gen_random_uuid(), $1, $1, 'acme/x', '{call}', now())`,
        [ours],
      );
      expect(await pending.settleLeft()).toBe(0);
      await pool.query("UPDATE outbox SET at = at - interval '181 seconds'");
      await pool.query(`UPDATE audit_pending SET seen_at = seen_at - interval '181 seconds',
        begun_at = begun_at - interval '181 seconds'`);
      expect(await pending.settleLeft()).toBe(2);
      expect(await pending.settleLeft()).toBe(0);
      const { rows } = await pool.query(
        "SELECT principal_id, subject, details FROM audit_records WHERE action = 'change.unconfirmed'",
      );
      expect(rows[0]).toMatchObject({
        principal_id: theirs,
        subject: '/v1/grants',
        details: { request: 'POST /v1/grants', changed: expect.arrayContaining([expect.stringMatching(/^grant /)]) },
      });
    }));

  it('are refused when they cannot be written down', () =>
    withLog(async ({ audit }) => {
      const pool = { query: async () => Promise.reject(new Error('away')) } as never;
      const pending = new PostgresPendingChanges({ pool, audit, chain: 'dead/1', random, clock });
      await expect(pending.begin(change)).rejects.toThrow('away');
    }));
});
