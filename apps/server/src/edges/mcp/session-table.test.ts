import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SessionTable } from './session-table.js';

class Noted {
  readonly caller;
  isBusy = false;
  closed = false;
  constructor(id = 'ann') {
    this.caller = aCaller({ id });
  }
  async close() {
    this.closed = true;
  }
}

let clock: FakeClock;
let table: SessionTable<Noted>;
beforeEach(() => {
  clock = new FakeClock();
  table = new SessionTable(clock, { idleMs: 1_000, cap: 2, capOfOne: 2 });
});

describe('sessions', () => {
  it('are found by who opened them alone', () => {
    const session = new Noted('ann');
    table.add('s', session);
    expect(table.find('s', aCaller({ id: 'ann' }))).toBe(session);
    expect(table.find('s', aCaller({ id: 'bob' }))).toBeUndefined();
    expect(table.find('other', aCaller({ id: 'ann' }))).toBeUndefined();
  });

  it('are closed when idle, whatever else happens, and not while something of them is under way', () => {
    const [idle, busy] = [new Noted(), new Noted()];
    busy.isBusy = true;
    table.add('idle', idle);
    table.add('busy', busy);
    clock.advance(1_300);
    expect([idle.closed, busy.closed, table.size]).toEqual([true, false, 1]);
    busy.isBusy = false;
    clock.advance(1_300);
    expect([busy.closed, table.size]).toEqual([true, 0]);
  });

  it('that are used stay', () => {
    const session = new Noted('ann');
    table.add('s', session);
    for (let at = 0; at < 5; at += 1) {
      clock.advance(900);
      table.find('s', aCaller({ id: 'ann' }));
    }
    expect(session.closed).toBe(false);
  });

  it('beyond the cap push out the longest unused', () => {
    const all = [new Noted(), new Noted(), new Noted()];
    for (const [at, session] of all.entries()) {
      clock.advance(1);
      table.add(`s${at}`, session);
    }
    expect(all.map((it) => it.closed)).toEqual([true, false, false]);
  });

  it('beyond the cap leave those alone of which something is under way', () => {
    const all = [new Noted(), new Noted(), new Noted()];
    (all[0] as Noted).isBusy = true;
    for (const [at, session] of all.entries()) table.add(`s${at}`, session);
    expect(all.map((it) => it.closed)).toEqual([false, true, false]);
  });

  it('of one principal beyond what one may have push out its own alone', () => {
    table = new SessionTable(clock, { idleMs: 1_000, cap: 10, capOfOne: 2 });
    const [other, ...own] = [new Noted('bob'), new Noted(), new Noted(), new Noted()];
    table.add('bob', other as Noted);
    for (const [at, session] of own.entries()) table.add(`s${at}`, session);
    expect([other?.closed, ...own.map((it) => it.closed)]).toEqual([false, true, false, false]);
  });

  it('used last are closed last', () => {
    const all = [new Noted(), new Noted(), new Noted()];
    table.add('s0', all[0] as Noted);
    table.add('s1', all[1] as Noted);
    table.find('s0', aCaller({ id: 'ann' }));
    table.add('s2', all[2] as Noted);
    expect(all.map((it) => it.closed)).toEqual([false, true, false]);
  });

  it('yield their place when unused for long enough', () => {
    const session = new Noted();
    table.add('s', session);
    clock.advance(100);
    expect([table.closeLongestIdle(200), table.closeLongestIdle(100), session.closed]).toEqual([false, true, true]);
  });

  it('end together', async () => {
    const all = [new Noted(), new Noted()];
    for (const [at, session] of all.entries()) table.add(`s${at}`, session);
    await table.closeAll();
    expect(all.map((it) => it.closed)).toEqual([true, true]);
    expect(table.size).toBe(0);
  });
});
