import { aCaller, aNamespace, aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { callerOf } from './authenticate-key.js';
import { audienceOf, canSee, narrower } from './visibility.js';

const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
const colleague = aCaller({ id: 'principal-bob' });
const owner = aCaller();
const administrator = aCaller({ id: 'principal-root' }, ['admin']);

describe('visibility', () => {
  // visibility, who sees it
  it.each([
    ['public', [owner, colleague, administrator, stranger, anonymousCaller(true)], [anonymousCaller(false)]],
    ['organisation', [owner, colleague, administrator], [stranger, anonymousCaller(true)]],
    ['private', [owner, administrator], [colleague, stranger, anonymousCaller(true)]],
  ] as const)('%s', (visibility, see, miss) => {
    const audience = audienceOf(aNamespace({ visibility }));
    for (const caller of see) expect(canSee(caller, audience)).toBe(true);
    for (const caller of miss) expect(canSee(caller, audience)).toBe(false);
  });

  it('lets a tool narrow its namespace and never widen it', () => {
    expect(narrower('public', 'private')).toBe('private');
    expect(narrower('private', 'public')).toBe('private');
    expect(narrower('organisation', undefined)).toBe('organisation');
    expect(canSee(stranger, audienceOf(aNamespace({ visibility: 'organisation' }), 'public'))).toBe(false);
  });

  it('shows a team’s namespace to its members', () => {
    const audience = audienceOf(aNamespace({ visibility: 'private', teams: ['team-pay'] }));
    const member = callerOf(aPrincipal({ id: 'principal-bob' }), [], null, ['team-pay']);
    expect(canSee(member, audience)).toBe(true);
    expect(canSee(colleague, audience)).toBe(false);
    expect(canSee(callerOf(aPrincipal(), [], ['other'], ['team-pay']), audience)).toBe(false);
  });

  it('admits guests', () => {
    const audience = audienceOf(aNamespace({ visibility: 'private' }), undefined, {
      principals: ['principal-eve'],
      organisations: [],
    });
    expect(canSee(stranger, audience)).toBe(true);
    expect(canSee(colleague, audience)).toBe(false);
  });

  it('shows a narrowed credential only its namespaces and public objects', () => {
    const narrowed = aCaller({}, ['tools:call'], ['acme']);
    expect(canSee(narrowed, audienceOf(aNamespace({ name: 'acme' })))).toBe(true);
    expect(canSee(narrowed, audienceOf(aNamespace({ name: 'other' })))).toBe(false);
    expect(canSee(narrowed, audienceOf(aNamespace({ name: 'other', visibility: 'public' })))).toBe(true);
  });
});
