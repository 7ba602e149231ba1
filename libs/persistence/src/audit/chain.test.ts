import { type AuditDraft, chainStart, linkHash } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { Chain } from './chain.js';

const draft = (more: Partial<AuditDraft> = {}): AuditDraft => ({
  organisationId: null,
  principalId: null,
  action: 'a.b',
  subject: 's',
  details: {},
  ...more,
});

describe('Chain', () => {
  it('links each record to the one before', () => {
    const chain = new Chain('r/1');
    const [first, second] = [chain.link(draft(), 1), chain.link(draft(), 2)];
    expect(first.previous).toBe(chainStart('r/1'));
    expect(second.previous).toBe(first.hash);
    expect([first.sequence, second.sequence]).toEqual([1, 2]);
    expect(linkHash(first.hash, second)).toBe(second.hash);
  });

  it('gives no place to a record that could not be written', () => {
    const chain = new Chain('r/1');
    expect(() => chain.link(draft({ organisationId: 'acme' }), 1)).toThrow(/needs UUIDs/);
    expect(() => chain.link(draft({ invocation: { id: 'x', body: () => '{}' } }), 1)).toThrow(/needs UUIDs/);
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(() => chain.link(draft({ details: circular }), 1)).toThrow();
    expect(chain.link(draft(), 2).sequence).toBe(1);
  });

  it.each([
    ['half a surrogate pair', { a: 'x\ud800' }],
    ['half a surrogate pair in a name', { 'x\udc00': 1 }],
    ['a number JSON has no word for', { a: Number.NaN, b: [Number.POSITIVE_INFINITY] }],
    ['what JSON leaves out', { a: undefined, b: () => 1 }],
    ['a date', { a: new Date(0) }],
  ])('hashes %s as it will be read back', (_name, details) => {
    const record = new Chain('r/1').link(draft({ details }), 1);
    const readBack = { ...record, details: JSON.parse(record.detailsText) as Record<string, unknown> };
    expect(linkHash(record.previous, readBack)).toBe(record.hash);
  });

  it('replaces what PostgreSQL’s text cannot hold', () => {
    expect(new Chain('r/1').link(draft({ subject: 'a\0b\ud800' }), 1).subject).toBe('a\ufffdb\ufffd');
  });
});
