import type { AuditDraft } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { recordChange } from './record-change.js';

function setUp() {
  const settled = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  const drafts: AuditDraft[] = [];
  const audit = {
    backlog: 0,
    isFailing: false,
    flush: async () => {},
    append: (draft: AuditDraft) => {
      drafts.push(draft);
      return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: settled.promise };
    },
  };
  return { settled, seen, drafts, ports: { audit, feed: { caughtUp: () => seen.promise } } };
}

it('resolves when the record is durable and the change is visible here, not before', async () => {
  const { settled, seen, drafts, ports } = setUp();
  let ended = false;
  const change = recordChange(ports, aCaller(), 'namespace.create', 'acme', { visibility: 'public' }).then(() => {
    ended = true;
  });
  const turns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return ended;
  };
  settled.resolve();
  expect(await turns()).toBe(false);
  seen.resolve();
  await change;
  expect(drafts).toEqual([
    {
      organisationId: 'org-acme',
      principalId: 'principal-ann',
      action: 'namespace.create',
      subject: 'acme',
      details: { visibility: 'public' },
    },
  ]);
});

it('fails when the record cannot be written', async () => {
  const { settled, seen, ports } = setUp();
  seen.resolve();
  settled.reject(new Error('disk full'));
  await expect(recordChange(ports, aCaller(), 'a', 'b')).rejects.toThrow('disk full');
});
