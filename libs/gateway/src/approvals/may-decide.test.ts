import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval } from '../testing/an-approval.js';
import { maySee, whyMayNotDecide } from './may-decide.js';

const decider = (parts = {}, scopes: string[] = ['approvals:decide']) => aCaller(parts, scopes);
const now = 1_000_000_000;
const context = {
  settings: { fourEyes: false, ownUserDecides: true },
  now,
  resetAt: null,
  url: 'http://assay/approvals/1',
};
const strict = { ...context, settings: { fourEyes: false, ownUserDecides: false } };
const byAnn = anApproval({ principalId: 'principal-ann', keyId: 'key-1' });

describe('who decides', () => {
  it('is a user of the caller’s organisation with approvals:decide', () => {
    expect(whyMayNotDecide(decider(), anApproval(), strict)).toBeUndefined();
  });

  // who, why not
  it.each([
    ['an agent, whatever its key holds', decider({ kind: 'agent' }), /A person decides/],
    ['a service', decider({ kind: 'service' }), /A person decides/],
    ['a user without the scope', decider({}, ['tools:call']), /lacks the scope/],
    ['a user of another organisation', decider({ organisationId: 'org-other' }), /lacks the scope/],
  ])('is not %s', (_, who, why) => {
    expect(whyMayNotDecide(who, anApproval(), strict)?.message).toMatch(why);
  });

  it('is not a user whose key is narrowed to other namespaces', () => {
    const narrowed = { ...decider(), namespaces: ['other'] };
    expect(whyMayNotDecide(narrowed, anApproval(), strict)?.message).toMatch(/restricted/);
    expect(whyMayNotDecide({ ...narrowed, namespaces: ['acme'] }, anApproval(), strict)).toBeUndefined();
  });

  it('is who called only in a session, minutes after the password or passkey was entered again', () => {
    const inSession = (reauthenticatedAt: number | null) => ({ ...decider(), session: { id: 's', reauthenticatedAt } });
    const outcome = (who: Parameters<typeof whyMayNotDecide>[0], parts = {}) =>
      whyMayNotDecide(who, byAnn, { ...context, ...parts })?.code;
    expect(outcome({ ...decider(), keyId: 'key-1' })).toBe('session_required');
    expect(outcome({ ...decider(), keyId: 'key-2' })).toBe('session_required');
    expect(outcome(decider())).toBe('session_required');
    expect(outcome(inSession(null))).toBe('reauthentication_required');
    expect(outcome(inSession(now - 5 * 60_000))).toBe('reauthentication_required');
    expect(outcome(inSession(now - 5 * 60_000 + 1))).toBeUndefined();
  });

  it('is not who called when the organisation forbids it, or within an hour of a reset of the credentials', () => {
    const confirmed = { ...decider(), session: { id: 's', reauthenticatedAt: now } };
    expect(whyMayNotDecide(confirmed, byAnn, strict)?.message).toMatch(/only another user/);
    const at = (resetAt: number) => whyMayNotDecide(confirmed, byAnn, { ...context, resetAt });
    expect(at(now - 3_600_000 + 1)?.message).toMatch(/credentials were reset/);
    expect(at(now - 3_600_000)).toBeUndefined();
    expect(whyMayNotDecide(confirmed, anApproval(), { ...strict, resetAt: now })).toBeUndefined();
  });
});

describe('who sees it', () => {
  it('is its caller, and who decides in its organisation', () => {
    expect(maySee(aCaller({ id: 'principal-carl' }, ['tools:call']), anApproval())).toBe(true);
    expect(maySee(decider(), anApproval())).toBe(true);
    expect(maySee(decider({}, ['tools:call']), anApproval())).toBe(false);
    expect(maySee(decider({ organisationId: 'org-other' }), anApproval())).toBe(false);
    expect(maySee({ ...decider(), principalId: null }, anApproval())).toBe(false);
    expect(maySee({ ...decider(), namespaces: ['acme'] }, anApproval())).toBe(true);
    expect(maySee({ ...decider(), namespaces: ['other'] }, anApproval())).toBe(false);
  });
});
