import type { AuditDraft, Clock } from '@assay/kernel';
import { FakeClock, FakeSigner } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { AuditBacklogFull, PostgresAuditLog } from './postgres-audit-log.js';

const draft = (subject = 's', invocation?: AuditDraft['invocation']): AuditDraft => ({
  organisationId: null,
  principalId: null,
  action: 'a.b',
  subject,
  details: {},
  invocation,
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A database whose writes the test answers; `written` holds the subjects of each statement that succeeded. */
function fakes() {
  const clock = new FakeClock();
  const written: string[][] = [];
  const bodies: unknown[][] = [];
  let failures: Error[] = [];
  let hold: Promise<void> | undefined;
  const query = async ({ values }: { values: unknown[][] }) => {
    await hold;
    const failure = failures.shift();
    if (failure) throw failure;
    written.push(values[6] as string[]);
    bodies.push(JSON.parse(String(values[12])) as unknown[]);
  };
  const audit = new PostgresAuditLog({
    pool: { query } as unknown as pg.Pool,
    replicaId: 'r',
    signer: new FakeSigner(),
    clock: clock as Clock,
    random: { uuid: () => '1', token: () => 't' },
  });
  return {
    audit,
    clock,
    written,
    bodies,
    failWith: (...errors: Error[]) => {
      failures = errors;
    },
    holdWrites: () => {
      let release: () => void = () => undefined;
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

describe('PostgresAuditLog', () => {
  it('leaves a record that nobody waits for until the bound', async () => {
    const { audit, clock, written } = fakes();
    audit.append(draft('lazy'));
    clock.advance(99);
    await turn();
    expect([written.length, audit.backlog]).toEqual([0, 1]);
    clock.advance(1);
    await turn();
    expect(written).toEqual([['lazy']]);
    expect(audit.backlog).toBe(0);
  });

  it('writes at once when somebody waits, and everything before it', async () => {
    const { audit, written } = fakes();
    audit.append(draft('lazy'));
    await audit.append(draft('urgent')).settled;
    expect(written).toEqual([['lazy', 'urgent']]);
  });

  it('collects the next group while one is on its way', async () => {
    const { audit, written, holdWrites } = fakes();
    const release = holdWrites();
    const first = audit.append(draft('1')).settled;
    await turn();
    const rest = ['2', '3', '4'].map((subject) => audit.append(draft(subject)).settled);
    release();
    await Promise.all([first, ...rest]);
    expect(written).toEqual([['1'], ['2', '3', '4']]);
  });

  it('keeps order and repeats with growing pauses while the database is away', async () => {
    const { audit, clock, written, failWith } = fakes();
    failWith(new Error('away'), new Error('away'));
    const settled = audit.append(draft('first')).settled;
    await turn();
    audit.append(draft('second'));
    clock.advance(50);
    await turn();
    expect(written).toEqual([]);
    clock.advance(100);
    await settled;
    await audit.flush();
    expect(written).toEqual([['first'], ['second']]);
  });

  it('tells who flushes that the database is away, and tries again at once for the next', async () => {
    const { audit, written, failWith } = fakes();
    failWith(new Error('away'));
    audit.append(draft('waits'));
    await expect(audit.flush()).rejects.toThrow('away');
    expect(audit.isFailing).toBe(true);
    await audit.flush();
    expect(audit.isFailing).toBe(false);
    expect(written).toEqual([['waits']]);
  });

  it('asks for an envelope when the group is written, and keeps the record when there is none', async () => {
    const { audit, bodies } = fakes();
    let asked = 0;
    const id = '00000000-0000-7000-8000-000000000001';
    const body = () => {
      asked += 1;
      return '{}';
    };
    const appended = audit.append(draft('call', { id, body }));
    expect(asked).toBe(0);
    audit.append(
      draft('broken', {
        id,
        body: () => {
          throw new Error('no envelope');
        },
      }),
    );
    await appended.settled;
    expect(asked).toBe(1);
    expect(bodies).toEqual([[{}, null]]);
  });

  it('replaces an envelope that the database rejects', async () => {
    const { audit, clock, bodies, failWith } = fakes();
    failWith(Object.assign(new Error('invalid json'), { code: '22P02' }));
    const id = '00000000-0000-7000-8000-000000000001';
    const settled = audit.append(draft('call', { id, body: () => 'no json' })).settled;
    await turn();
    clock.advance(50);
    await settled;
    expect(bodies).toEqual([[null]]);
  });

  it('refuses more than 50,000 waiting records', () => {
    const { audit } = fakes();
    for (let index = 0; index < 50_000; index += 1) audit.append(draft());
    expect(() => audit.append(draft())).toThrow(AuditBacklogFull);
  });

  it('gives up 5 s after closing, and says so to who waits', async () => {
    const { audit, clock, failWith } = fakes();
    failWith(...Array.from({ length: 20 }, () => new Error('away')));
    const settled = audit.append(draft()).settled;
    const outcome = expect(settled).rejects.toThrow(/could not be written before the server stopped/);
    const closed = audit.close();
    for (let step = 0; step < 20; step += 1) {
      await turn();
      clock.advance(2_000);
    }
    await closed;
    await outcome;
    expect(() => audit.append(draft())).toThrow(/closed/);
  });
});
