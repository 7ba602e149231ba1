import { describe, expect, it } from '@jest/globals';
import { errorCodes, errorTable, isErrorCode } from './error-table.js';

const rows = Object.entries(errorTable);

describe('the error table', () => {
  it.each(rows)('%s is sensible on every edge', (code, row) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(row.title).toMatch(/^[A-Z].*[^.]$/);
    expect(row.http).toBeGreaterThanOrEqual(400);
    expect(row.http).toBeLessThan(600);
    // JSON-RPC reserves -32768 to -32000; its five own codes mean what they say there.
    expect(row.jsonRpc).toBeLessThanOrEqual(-32000);
    expect(row.jsonRpc).toBeGreaterThanOrEqual(-32800);
    expect(row.grpc).toBeGreaterThanOrEqual(1);
    expect(row.grpc).toBeLessThanOrEqual(16);
    expect(Object.isFrozen(row)).toBe(true);
  });

  it('has each title once', () => {
    const titles = rows.map(([, row]) => row.title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('calls retryable what passes by itself, and never what was refused', () => {
    for (const [code, row] of rows) {
      const passes = ['transient', 'rate_limited', 'timeout'].includes(row.class);
      expect([code, row.retryable]).toEqual([code, passes]);
    }
  });

  it('gives classes the statuses that clients expect of them', () => {
    const statuses = (wanted: string) =>
      new Set(rows.filter(([, row]) => row.class === wanted).map(([, row]) => row.http));
    expect([...statuses('rate_limited')]).toEqual([429]);
    expect([...statuses('cancelled')]).toEqual([499]);
    expect([...statuses('timeout')]).toEqual([504, 408]);
    for (const status of statuses('server')) expect(status).toBeGreaterThanOrEqual(500);
    for (const status of statuses('invalid_input')) expect(status).toBeLessThan(500);
    expect(errorTable.unauthenticated).toMatchObject({ http: 401, grpc: 16 });
  });

  it('logs a bug as an error, and nothing that a caller did above debug', () => {
    expect(errorTable.internal).toMatchObject({ http: 500, log: 'error', jsonRpc: -32603 });
    for (const [code, row] of rows.filter(([, it]) => it.class === 'invalid_input')) {
      expect([code, row.log]).toEqual([code, 'debug']);
    }
  });

  it('knows its codes and nothing an object has besides', () => {
    expect(errorCodes).toEqual(rows.map(([code]) => code));
    expect(isErrorCode('not_found')).toBe(true);
    for (const other of ['', 'NOT_FOUND', 'toString', '__proto__', 'constructor'])
      expect(isErrorCode(other)).toBe(false);
  });
});
