import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from '../anonymous.js';
import { type ClientConsent, DelegateAccess } from './delegate-access.js';

const person = aCaller({}, roles.administrator);
const consent = (parts: Partial<ClientConsent> = {}): ClientConsent => ({
  ...{ clientId: 'client-1', clientName: 'Editor', resource: 'https://assay.example/mcp' },
  ...{ scopes: ['registry:read', 'tools:call'], namespaces: null },
  ...parts,
});

async function setUp() {
  const house = await SmallHouse.open();
  return { house, access: new DelegateAccess(house.identityPorts) };
}

describe('what a person lets a client do', () => {
  it('becomes a key of that person, for one address and without a token at first', async () => {
    const { house, access } = await setUp();
    const id = await access.consent(person, consent());
    if (!id.ok) throw new Error(id.error.message);
    expect(house.directory.key(id.value)).toMatchObject({
      ...{ principalId: 'principal-ann', scopes: ['registry:read', 'tools:call'], revokedAt: null },
      delegation: { clientId: 'client-1', resource: 'https://assay.example/mcp', tokens: [] },
    });
    expect(access.isInForce(id.value)).toBe(true);
    await access.revoke(id.value, 'the client gave it up');
    expect(access.isInForce(id.value)).toBe(false);
  });

  it.each(['admin', 'approvals:decide', 'policies:write', 'hosts:command'])('never includes %s', async (scope) => {
    const { house, access } = await setUp();
    expect(access.grantable(person, [scope, 'tools:call'])).toEqual(['tools:call']);
    expect(await access.consent(person, consent({ scopes: [scope] }))).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining(scope) },
    });
    expect(house.keys).toEqual([]);
  });

  it('needs a person, a scope and namespaces that the person sees', async () => {
    const { house, access } = await setUp();
    expect(await access.consent(anonymousCaller(true), consent())).toMatchObject({
      error: { code: 'unauthenticated' },
    });
    for (const parts of [{ scopes: [] }, { namespaces: ['no-such-namespace'] }])
      expect(await access.consent(person, consent(parts))).toMatchObject({ error: { code: 'invalid_request' } });
    expect(house.keys).toEqual([]);
  });
});
