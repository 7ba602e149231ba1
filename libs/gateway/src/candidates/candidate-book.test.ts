import type { CallFinished } from '@assay/kernel';
import { FakeClock, InMemoryAuditLog, InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryCandidates } from '../testing/in-memory-evaluation-stores.js';
import type { Candidate, CandidateMark } from './candidate.js';
import { CandidateBook } from './candidate-book.js';

const candidate: Candidate = {
  ...{
    id: 'c',
    kind: 'canary',
    organisationId: 'org',
    place: 'desk/find',
    tool: 'acme/x',
    percent: 50,
    ownerId: 'olga',
  },
};
const owner = { id: 'olga', organisationId: 'org' };

async function setUp(store = new InMemoryCandidates()) {
  const clock = new FakeClock();
  const notices = new InMemoryNotices();
  const audit = new InMemoryAuditLog(clock.now);
  const problems: unknown[] = [];
  const book = new CandidateBook({
    ...{ store, clock, notices, audit, onProblem: (cause) => problems.push(cause) },
    directory: { principal: (id: string) => (id === 'olga' ? (owner as never) : undefined) },
    // The session's number decides.
    mac: (text) => Buffer.alloc(6, Number(JSON.parse(text)[3]) % 2 === 0 ? 0 : 255).toString('base64url'),
  });
  await book.start();
  const end = (mark: CandidateMark | undefined, code: string | null, session: string, upstreamMs: number | null = 5) =>
    book.note({
      candidate: mark,
      code,
      session,
      principalId: 'carl',
      upstreamMs,
      givenMs: 1,
    } as unknown as CallFinished);
  const call = (session: number, code: (arm: string) => string | null) => {
    const mark = book.markOf(candidate, 'carl', String(session));
    if (mark !== undefined) end(mark, code(mark.arm), String(session));
    return mark?.arm;
  };
  return { book, store, clock, notices, audit, problems, call, end };
}

const failing = (arm: string) => (arm === 'candidate' ? 'tool_error' : null);

describe('CandidateBook', () => {
  it('rolls back a canary that fails more often, tells its owner once, and stays so until it is resumed', async () => {
    const { book, call, notices, audit, store } = await setUp();
    for (let n = 0; n < 60; n += 1) expect(call(n, failing)).toBe(n % 2 === 0 ? 'candidate' : 'primary');
    await book.flush();
    expect(book.isRolledBack(candidate)).toBe(true);
    expect(call(2, failing)).toBeUndefined();
    expect(notices.lines).toEqual(['canary.rolled-back acme/x']);
    expect(audit.records.map(({ action }) => action)).toEqual(['canary.roll-back']);
    const other = await setUp(store);
    expect(other.book.isRolledBack(candidate)).toBe(true);
    expect(await book.resume(candidate)).toBe(true);
    expect(await book.resume(candidate)).toBe(false);
    expect(book.markOf(candidate, 'carl', '2')).toMatchObject({ epoch: 2, arm: 'candidate' });
    await Promise.all([book.stop(), other.book.stop()]);
  });

  it('counts only the tool’s own failures, and few calls of one caller in an hour', async () => {
    const { book, end, store, clock } = await setUp();
    const mark = { candidate, epoch: 1, arm: 'candidate' } as const;
    const counts = async () => {
      await book.flush();
      return (await store.totals(['c'])).get('c')?.totals;
    };
    for (const code of ['invalid_input', 'upstream_rejected', 'rate_limited', 'cancelled']) end(mark, code, '1');
    end(mark, 'circuit_open', '1', null);
    end(mark, null, '1');
    expect(await counts()).toMatchObject({ calls: 1, failures: 0 });
    for (let n = 0; n < 50; n += 1) end(mark, 'tool_error', 'one');
    expect(await counts()).toMatchObject({ calls: 11, failures: 10 });
    expect(book.isRolledBack(candidate)).toBe(false);
    clock.advance(3_600_000);
    end(mark, 'tool_error', 'one');
    expect(await counts()).toMatchObject({ calls: 12 });
    await book.stop();
  });

  it('keeps what could not be written for the next time', async () => {
    const { book, store, call, clock, problems } = await setUp();
    const add = store.add.bind(store);
    store.add = async () => {
      throw new Error('away');
    };
    call(1, () => null);
    await expect(book.flush()).rejects.toThrow('away');
    store.add = add;
    clock.advance(5_000);
    await book.flush();
    expect((await store.totals(['c'])).get('c')?.totals).toMatchObject({ primaryCalls: 1 });
    expect(problems).toEqual([]);
    await book.stop();
  });

  it('follows what other replicas roll back', async () => {
    const { book, store, call, clock } = await setUp();
    call(1, () => null);
    await book.flush();
    await store.rollBack('c', 1, clock.now(), 'elsewhere');
    expect(book.isRolledBack(candidate)).toBe(false);
    await book.refresh();
    expect(book.isRolledBack(candidate)).toBe(true);
    await book.stop();
  });
});
