import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ServerNames } from './server-names.js';

/** A database of names, each with the time of its change; every reading waits to be let go. */
function setUp() {
  const rows: { name: string; at: string }[] = [];
  const readings: { readonly since: number; finish(error?: Error): void }[] = [];
  const query = (_text: string, [since]: [number]) =>
    new Promise((resolve, reject) => {
      const found = rows.filter(({ at }) => Number(at) > since);
      readings.push({ since, finish: (error) => (error ? reject(error) : resolve({ rows: found })) });
    });
  const names = new ServerNames({ query } as unknown as pg.Pool);
  const found = (text: string, from = 0, count = 10) => names.matching(text, from, count);
  return { rows, readings, names, found };
}

describe('the names of servers in memory', () => {
  it('are read once, then incrementally, and are in order', async () => {
    const { rows, readings, names, found } = setUp();
    rows.push({ name: 'com.b/Server', at: '20' }, { name: 'com.a/server', at: '10' });
    const first = names.refresh();
    readings[0]?.finish();
    await first;
    expect(found('SERVER')).toEqual({ names: ['com.a/server', 'com.b/Server'], next: undefined });
    expect(found('server', 0, 1)).toEqual({ names: ['com.a/server'], next: 1 });
    rows.push({ name: 'com.aa/server', at: '30' });
    const second = names.refresh();
    expect(readings[1]?.since).toBe(20);
    readings[1]?.finish();
    await second;
    expect(found('com').names).toEqual(['com.a/server', 'com.aa/server', 'com.b/Server']);
    expect(names.positionOf('com.aa/server')).toBe(1);
  });

  it('are read by one at a time; who asks meanwhile shares the next reading, and misses nothing', async () => {
    const { rows, readings, names, found } = setUp();
    const first = names.refresh();
    rows.push({ name: 'com.late/server', at: '10' });
    const others = Array.from({ length: 50 }, () => names.refresh());
    expect(readings).toHaveLength(1);
    readings[0]?.finish();
    await first;
    expect(found('late').names).toEqual([]);
    await Promise.resolve();
    expect(readings).toHaveLength(2);
    readings[1]?.finish();
    await Promise.all(others);
    expect(found('late').names).toEqual(['com.late/server']);
  });

  it('that could not be read are read by the next who asks', async () => {
    const { rows, readings, names, found } = setUp();
    rows.push({ name: 'com.a/server', at: '10' });
    const first = names.refresh();
    const second = names.refresh();
    readings[0]?.finish(new Error('no database'));
    await expect(first).rejects.toThrow('no database');
    readings[1]?.finish();
    await second;
    expect(found('com').names).toEqual(['com.a/server']);
  });
});
