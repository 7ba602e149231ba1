import { ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { CheckDefinitionsSoon } from './check-definitions-soon.js';

function setUp(fails = false) {
  const catalogue = new Catalogue();
  catalogue.apply({ kind: 'server', id: 'server-orders', state: aServer() });
  const clock = new FakeClock();
  const seen: number[] = [];
  const problems: string[] = [];
  const watch = {
    look: async (): Promise<never> => {
      seen.push(clock.now());
      if (fails) throw new Error('the database is away');
      return ok({ quarantined: [], released: [] }) as never;
    },
  };
  const last = { lookedAt: clock.now(), away: false };
  const looks = {
    look: async (serverId: string) => {
      if (last.away) throw new Error('the database is away');
      return { serverId, organisationId: 'org-acme', lookedAt: last.lookedAt, dueAt: 0, failures: 0, problem: null };
    },
  };
  const soon = new CheckDefinitionsSoon({
    catalogue,
    watch,
    looks,
    clock,
    onProblem: (server) => void problems.push(server),
  });
  return { soon, clock, seen, problems, last, started: clock.now() };
}

describe('LookSoon', () => {
  it('checks immediately, and once more for all notifications in the meantime', async () => {
    const { soon, clock, seen, started } = setUp();
    for (let n = 0; n < 10; n += 1) soon.changed('server-orders');
    await soon.settled();
    expect(seen).toEqual([started]);
    clock.advance(5_000);
    await soon.settled();
    expect(seen).toEqual([started, started + 5_000]);
    clock.advance(60_000);
    await soon.settled();
    expect(seen).toHaveLength(2);
    expect(clock.waiting).toBe(0);
    soon.changed('server-orders');
    await soon.settled();
    expect(seen).toHaveLength(3);
  });

  it('ignores a deleted server, and survives a failed check', async () => {
    const { soon, seen, problems } = setUp(true);
    soon.changed('gone');
    soon.changed('server-orders');
    await soon.settled();
    expect(seen).toHaveLength(1);
    expect(problems).toEqual(['acme/orders']);
  });

  it('checks a server when a session opens, unless it did so in the last ten minutes', async () => {
    const { soon, clock, seen, last, problems } = setUp();
    soon.opened('server-orders');
    await soon.settled();
    expect(seen).toHaveLength(0);
    clock.advance(10 * 60 * 1_000);
    soon.opened('server-orders');
    soon.opened('server-orders');
    await soon.settled();
    expect(seen).toHaveLength(1);
    last.away = true;
    soon.opened('server-orders');
    await soon.settled();
    expect(problems).toEqual(['server-orders']);
  });

  it('stops checking after stop', async () => {
    const { soon, clock, seen } = setUp();
    soon.changed('server-orders');
    soon.changed('server-orders');
    await soon.stop();
    clock.advance(60_000);
    soon.changed('server-orders');
    await soon.settled();
    expect(seen).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });
});
