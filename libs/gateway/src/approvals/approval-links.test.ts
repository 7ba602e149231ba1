import { Directory } from '@assay/identity';
import { type AuditDraft, digestText } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval, aPausedCall } from '../testing/an-approval.js';
import { InMemoryApprovalStore } from '../testing/in-memory-approval-store.js';
import { ApprovalLinks } from './approval-links.js';

const ann = '0198f000-0000-7000-8000-00000000aaaa';
const bob = '0198f000-0000-7000-8000-00000000bbbb';
const day = 24 * 3_600_000;

async function setUp() {
  const store = new InMemoryApprovalStore();
  const clock = new FakeClock();
  const records: AuditDraft[] = [];
  const directory = new Directory();
  for (const id of [ann, bob]) {
    const given = { id, organisationId: 'org-acme', displayName: null, roles: [], external: null };
    const state = { ...given, disabledAt: null, resetAt: null, createdAt: 0, createdBy: null };
    directory.apply({ kind: 'account', id, state });
  }
  const append = (draft: AuditDraft) => {
    records.push(draft);
    return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
  };
  const links = new ApprovalLinks({
    ...{
      store,
      clock,
      directory,
      audit: { append },
      sealer: { mac: (text) => digestText(`key ${text}`) },
    },
    urlOf: (id) => `http://assay/approvals/${id}`,
    pageOf: (token) => token,
  });
  const approval = anApproval();
  await store.open(approval, aPausedCall());
  return { links, clock, records, approval, store, token: links.linkFor(approval, ann) ?? '' };
}

const user = (id: string) => aCaller({ id }, ['approvals:decide']);
const signedIn = (id: string) => ({ ...user(id), session: { id: 's', reauthenticatedAt: null } });

describe('a link to an approval', () => {
  it('leads its person there once, which is recorded, and decides nothing', async () => {
    const { links, records, approval, store, token } = await setUp();
    expect(token).toMatch(/^0198f00000007000800000000000[0-9a-f]+\.0198f0[0-9a-f]+\.[0-9a-z]+\.sha256:/);
    expect(await links.open(signedIn(ann), token)).toMatchObject({ value: { id: approval.id, state: 'pending' } });
    expect(records.map(({ action, principalId }) => [action, principalId])).toEqual([['approval.open-link', ann]]);
    expect(await links.open(signedIn(ann), token)).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining(`http://assay/approvals/${approval.id}`) },
    });
    expect(records).toHaveLength(1);
    expect((await store.find(approval.id))?.decisions).toEqual([]);
  });

  it('is no use to anybody else, and stays good for its person', async () => {
    const { links, token } = await setUp();
    expect(await links.open(signedIn(bob), token)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await links.open(user(ann), token)).toMatchObject({ error: { code: 'session_required' } });
    expect(await links.open(signedIn(ann), token)).toMatchObject({ ok: true });
  });

  it('is refused when it was changed or cut', async () => {
    const { links, token } = await setUp();
    const parts = token.split('.');
    const forged = [
      [...parts.slice(0, 3), 'other'].join('.'),
      parts.slice(0, 3).join('.'),
      `${token}.x`,
      token.replace('c1', 'c2').replace(parts[2] ?? '', `${parts[2]}0`),
      '',
    ];
    for (const it of forged)
      expect(await links.open(signedIn(ann), it)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('expires when the call would', async () => {
    const { links, clock, token } = await setUp();
    clock.advance(day - 1);
    const late = await setUp();
    late.clock.advance(day);
    expect(await links.open(signedIn(ann), token)).toMatchObject({ ok: true });
    expect(await late.links.open(signedIn(ann), late.token)).toMatchObject({
      error: { code: 'not_found', message: expect.stringMatching(/expired at .*inbox/) },
    });
  });

  it('leads nowhere when its person may no longer see the approval, and is not given to who cannot sign in', async () => {
    const { links, token, approval } = await setUp();
    const reader = { ...aCaller({ id: ann }, ['tools:call']), session: { id: 's', reauthenticatedAt: null } };
    expect(await links.open(reader, token)).toMatchObject({ error: { code: 'not_found' } });
    expect(links.linkFor(approval, 'principal-carl')).toBeUndefined();
  });
});
