import { describe, expect, it } from '@jest/globals';
import { AuditBacklogFull } from '../audit/postgres-audit-log.js';
import { unreachable } from './connect.js';
import { isDatabaseAway } from './database-away.js';

const coded = (code: string) => Object.assign(new Error('said'), { code });

describe('isDatabaseAway', () => {
  it.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['an administrator who stops it', coded('57P01')],
    ['a connection failure by name', coded('08006')],
    ['no connection left', coded('53300')],
    ["Prisma's closed connection", coded('P1017')],
    ["the driver's lost connection", new Error('Connection terminated unexpectedly')],
    ["the pool's patience", new Error('timeout exceeded when trying to connect')],
    ['a cause further down', new Error('wrapped', { cause: new Error('twice', { cause: coded('57P03') }) })],
    ['the sentence for people', unreachable('postgresql://db.example/assay', coded('ECONNREFUSED'))],
    ['more records than memory holds', new AuditBacklogFull(50_000)],
  ])('sees it in %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a key that is taken', coded('23505')],
    ['a bug', new Error('undefined is not a function')],
    ['somebody else who is away', new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })],
    ['no error at all', undefined],
  ])('does not see it in %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
