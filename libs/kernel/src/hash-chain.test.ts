import { describe, expect, it } from '@jest/globals';
import { type ChainedRecord, chainStart, linkHash } from './hash-chain.js';

const record: ChainedRecord = {
  chain: 'replica/1',
  sequence: 1,
  at: 1_000,
  organisationId: 'org-acme',
  principalId: null,
  action: 'tool.call',
  subject: 'acme/orders.create@1.0.0',
  details: { a: 1, b: 2 },
};

describe('the hash chain', () => {
  it('starts with a different hash for each chain', () => {
    expect(chainStart('replica/1')).not.toBe(chainStart('replica/2'));
    expect(chainStart('replica/1')).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each<[string, Partial<ChainedRecord>]>([
    ['chain', { chain: 'replica/2' }],
    ['sequence', { sequence: 2 }],
    ['time', { at: 1_001 }],
    ['organisation', { organisationId: null }],
    ['principal', { principalId: 'principal-ann' }],
    ['action', { action: 'tool.publish' }],
    ['subject', { subject: 'acme/orders.create@1.0.1' }],
    ['details', { details: { a: 1, b: 3 } }],
  ])('covers the %s', (_, changed) => {
    const previous = chainStart('replica/1');
    expect(linkHash(previous, { ...record, ...changed })).not.toBe(linkHash(previous, record));
  });

  it('covers all previous records, and nothing outside the record', () => {
    const previous = chainStart('replica/1');
    expect(linkHash(chainStart('other'), record)).not.toBe(linkHash(previous, record));
    const reordered = { ...record, details: { b: 2, a: 1 }, hash: 'of the row', kept: true };
    expect(linkHash(previous, reordered)).toBe(linkHash(previous, record));
  });
});
