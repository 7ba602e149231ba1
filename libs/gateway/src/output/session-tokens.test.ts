import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemorySessionTotals } from '../testing/in-memory-session-totals.js';
import { type SessionCall, SessionTokens } from './session-tokens.js';

const ann = aCaller();
const call = (parts: Partial<SessionCall> = {}): SessionCall => ({
  organisationId: 'org-acme',
  principalId: ann.principalId as string,
  session: 's',
  versionId: 'v',
  tokens: { schemas: 100, arguments: 10, result: 20, validation: 0 },
  ...parts,
});

function setUp() {
  const totals = new InMemorySessionTotals();
  const clock = new FakeClock();
  const problems: unknown[] = [];
  let away = false;
  const add: InMemorySessionTotals['add'] = async (calls, at) => {
    if (away) throw new Error('away');
    await totals.add(calls, at);
  };
  const store = {
    add,
    read: totals.read.bind(totals),
    setWindow: totals.setWindow.bind(totals),
    release: totals.release.bind(totals),
  };
  const sessions = new SessionTokens(store, clock, (it) => problems.push(it));
  return {
    sessions,
    totals,
    clock,
    problems,
    setAway: (is: boolean) => {
      away = is;
    },
  };
}

describe('SessionTokens', () => {
  it('adds up calls, a definition once, and gives the account when the window is named', async () => {
    const { sessions } = setUp();
    for (const it of [call(), call(), call({ versionId: 'w' })]) sessions.add(it);
    const read = await sessions.read(ann, 's', { window: 5_000 });
    expect(read.ok && read.value).toEqual({
      session: 's',
      calls: 3,
      tokens: { schemas: 200, arguments: 30, result: 60, validation: 0 },
      total: 290,
      account: { active: 904, spent: 290, left: 614, fits: true },
    });
  });

  it('belongs to its caller', async () => {
    const { sessions } = setUp();
    sessions.add(call());
    expect(await sessions.read(aCaller({ id: 'principal-bob' }), 's')).toMatchObject({ error: { code: 'not_found' } });
    expect(await sessions.read(ann, 'no name\0')).toMatchObject({ error: { code: 'not_found' } });
    expect(await sessions.read({ ...ann, principalId: null }, 's')).toMatchObject({
      error: { code: 'unauthenticated' },
    });
  });

  it('writes by itself after half a second, and what could not be written the next time', async () => {
    const { sessions, totals, clock, problems, setAway } = setUp();
    setAway(true);
    sessions.add(call());
    clock.advance(500);
    await sessions.flush();
    expect(problems).not.toHaveLength(0);
    expect(await totals.read(ann.principalId as string, 's')).toBeUndefined();
    setAway(false);
    sessions.add(call());
    clock.advance(500);
    await sessions.flush();
    expect(await totals.read(ann.principalId as string, 's')).toMatchObject({ calls: 2 });
  });
});
