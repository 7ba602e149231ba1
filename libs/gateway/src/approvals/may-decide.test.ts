import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval } from '../testing/an-approval.js';
import { maySee, whyMayNotDecide } from './may-decide.js';

const decider = (parts = {}, scopes: string[] = ['approvals:decide']) => aCaller(parts, scopes);
const strict = { fourEyes: false, ownUserDecides: false };
const own = { ...strict, ownUserDecides: true };
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

  it('is not who called, unless the organisation lets users decide with another key of theirs', () => {
    expect(whyMayNotDecide({ ...decider(), keyId: 'key-2' }, byAnn, strict)?.message).toMatch(/yourself/);
    expect(whyMayNotDecide({ ...decider(), keyId: 'key-2' }, byAnn, own)).toBeUndefined();
    expect(whyMayNotDecide({ ...decider(), keyId: 'key-1' }, byAnn, own)?.message).toMatch(
      /The key that made the call/,
    );
    const byToken = anApproval({ principalId: 'principal-ann', keyId: null });
    expect(whyMayNotDecide(decider(), byToken, own)?.message).toMatch(/The key that made the call/);
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
