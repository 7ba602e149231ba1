import type { CreateGrant } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import type { AuditDraft } from '@assay/kernel';
import { FakeRandom } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryStandingApprovals } from '../../testing/in-memory-standing-approvals.js';
import { ManageStandingApprovals } from './manage-standing-approvals.js';

const now = Date.UTC(2026, 11, 20);
const dayMs = 24 * 3_600_000;

function managing({ fourEyes = false, sees = true } = {}) {
  const directory = new Directory();
  const ann: Caller = { ...aCaller(), kind: 'user', scopes: new Set(['approvals:decide']) };
  const organisationId = ann.organisationId as string;
  for (const [id, name] of [
    [ann.principalId as string, 'ann'],
    ['p-bot', 'bot'],
  ] as const) {
    const state = { id, organisationId, kind: 'user' as const, name, createdAt: 0 };
    directory.apply({ kind: 'principal', id, state });
  }
  const records: AuditDraft[] = [];
  const manage = new ManageStandingApprovals({
    ...{ directory, standing: new InMemoryStandingApprovals(), random: new FakeRandom(), clock: { now: () => now } },
    store: { settings: async () => ({ fourEyes, ownUserDecides: true }) },
    seesTool: () => sees,
    audit: {
      append: (draft: AuditDraft) => {
        records.push(draft);
        return { settled: Promise.resolve() } as never;
      },
    },
    url: () => 'http://localhost:3000/inbox',
  });
  const standing = { count: 3, expiresAt: new Date(now + dayMs).toISOString(), bounds: { required: ['amount'] } };
  const asked = (parts: Partial<CreateGrant> = {}) => ({
    ...{ principal: 'bot', tool: 'acme/pay', actions: ['call' as const], standing },
    ...(parts as object),
  });
  return { manage, ann, asked, standing, records };
}

describe('approving in advance', () => {
  it('is for people who may decide; listed and revoked, all in the audit log', async () => {
    const { manage, ann, asked, records } = managing();
    const made = await manage.create(ann, asked());
    expect(made).toMatchObject({ ok: true, value: { tool: 'acme/pay', principalId: 'p-bot', count: 3, used: 0 } });
    const id = made.ok ? made.value.id : '';
    expect(await manage.list(ann)).toMatchObject([{ id }]);
    const bot: Caller = { ...ann, principalId: 'p-bot', scopes: new Set() };
    expect(await manage.list(bot)).toMatchObject([{ id }]);
    expect(await manage.list({ ...bot, principalId: 'p-third' })).toEqual([]);
    expect(await manage.revoke({ ...ann, organisationId: 'org-other' }, id)).toBeUndefined();
    expect(await manage.revoke(ann, id)).toEqual({ ok: true, value: null });
    expect(records.map(({ action }) => action)).toEqual(['standing_approval.create', 'standing_approval.revoke']);
  });

  it('is refused to keys without the scope, agents, and API keys for calls of their own', async () => {
    const { manage, ann, asked } = managing();
    const refused = async (caller: Caller, principal = 'bot') => {
      const made = await manage.create(caller, asked({ principal }));
      return made.ok ? 'made' : made.error.code;
    };
    expect(await refused({ ...ann, scopes: new Set() })).toBe('forbidden');
    expect(await refused({ ...ann, kind: 'agent' })).toBe('forbidden');
    expect(await refused(ann, 'ann')).toBe('session_required');
    expect(await refused({ ...ann, session: { id: 's', reauthenticatedAt: null } }, 'ann')).toBe(
      'reauthentication_required',
    );
    expect(await refused({ ...ann, session: { id: 's', reauthenticatedAt: now } }, 'ann')).toBe('made');
    expect(await refused(ann, 'nobody')).toBe('not_found');
  });

  it('is refused where two people have to agree, and for tools the person does not see', async () => {
    const two = managing({ fourEyes: true });
    expect(await two.manage.create(two.ann, two.asked())).toMatchObject({ error: { code: 'forbidden' } });
    const blind = managing({ sees: false });
    expect(await blind.manage.create(blind.ann, blind.asked())).toMatchObject({ error: { code: 'not_found' } });
  });

  it('has an end within 90 days and bounds that are a JSON Schema of arguments', async () => {
    const { manage, ann, asked, standing } = managing();
    const wrong = async (parts: object) => manage.create(ann, asked({ standing: { ...standing, ...parts } }));
    const at = (days: number) => new Date(now + days * dayMs).toISOString();
    expect(await wrong({ expiresAt: at(0) })).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await wrong({ expiresAt: at(91) })).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await wrong({ bounds: { type: 'string' } })).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await wrong({ bounds: { properties: 3 } })).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await wrong({ expiresAt: at(90) })).toMatchObject({ ok: true });
  });
});
