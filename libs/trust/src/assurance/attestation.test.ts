import { expect, it } from '@jest/globals';
import { type Stated, statementOf } from './attestation.js';

const stated: Stated = {
  subject: 'acme/orders.create@1.0.0',
  manifestDigest: 'sha256:aa',
  kind: 'audit' as Stated['kind'],
  evidence: 'https://example.com/report',
  evidenceDigest: null,
  organisation: 'Auditors',
  by: 'ann',
  at: Date.UTC(2026, 0, 2),
};

it('a statement is canonical JSON with its type and an ISO time', () => {
  const text = statementOf(stated);
  expect(JSON.parse(text)).toEqual({ ...stated, type: 'assay-attestation-v1', at: '2026-01-02T00:00:00.000Z' });
  expect(Object.keys(JSON.parse(text))).toEqual([...Object.keys(JSON.parse(text))].sort());
});

it('a statement does not depend on the order of its members, but on each of them', () => {
  const turned = Object.fromEntries(Object.entries(stated).reverse()) as unknown as Stated;
  expect(statementOf(turned)).toBe(statementOf(stated));
  for (const key of Object.keys(stated)) {
    const other = { ...stated, [key]: key === 'at' ? 0 : 'other' };
    expect(statementOf(other)).not.toBe(statementOf(stated));
  }
});
