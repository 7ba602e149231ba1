import { anonymousCaller, Directory, type Grant } from '@assay/identity';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aPrincipal, aServer, aVersion } from '@assay/registry/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EnterServer } from './enter-server.js';

let directory: Directory;
let catalogue: Catalogue;
const stranger = aCaller({ id: 'principal-bob', name: 'bob', organisationId: 'org-other' });
const member = aCaller({ id: 'principal-cid', name: 'cid' });
const nobody = anonymousCaller(true);

const grant = (parts: Partial<Grant>): Grant => ({
  id: 'grant',
  organisationId: 'org-acme',
  principalId: null,
  granteeOrganisationId: null,
  tool: null,
  capability: null,
  server: 'acme/orders',
  actions: ['call'],
  createdAt: 0,
  createdBy: null,
  ...parts,
});
const give = (parts: Partial<Grant>) => directory.apply({ kind: 'grant', id: 'grant', state: grant(parts) });
const enter = (caller = stranger, name = 'acme/orders') => {
  const entered = new EnterServer(catalogue, directory).run(caller, name);
  return entered.ok ? entered.value.access : entered.error.code;
};

beforeEach(() => {
  directory = new Directory();
  catalogue = new Catalogue(directory.aliases);
  directory.apply({ kind: 'namespace', id: 'namespace-acme', state: aNamespace() });
  catalogue.apply({ kind: 'server', id: 'server-orders', state: aServer() });
  catalogue.apply({ kind: 'tool-version', id: 'v', state: aVersion(aManifest(), { id: 'v', stage: 'BETA' }) });
});

describe('entering a server', () => {
  it('is for its owners, whole', () => {
    expect(enter(aCaller())).toBe('whole');
  });

  it('is for who may call some of its tools, as far as those go', () => {
    expect(enter(member)).toBe('tools');
  });

  it('leaves it absent for everybody else, as if there were none', () => {
    expect([enter(stranger), enter(stranger, 'acme/none')]).toEqual(['not_found', 'not_found']);
  });

  it('is for whom it was granted, a principal or an organisation, whole', () => {
    give({ principalId: 'principal-bob' });
    expect([enter(stranger), enter(member)]).toEqual(['whole', 'tools']);
    give({ granteeOrganisationId: 'org-other' });
    expect(enter(stranger)).toBe('whole');
    give({ granteeOrganisationId: 'org-other', organisationId: 'org-other' });
    expect(enter(stranger)).toBe('not_found');
  });

  it('follows the server when its namespace gets another name', () => {
    const alias = { id: 'a', organisationId: 'org-acme', name: 'old', target: 'acme', createdAt: 0, createdBy: null };
    directory.apply({ kind: 'namespace-alias', id: 'a', state: alias });
    give({ principalId: 'principal-bob' });
    expect(enter(stranger, 'old/orders')).toBe('whole');
  });

  it('needs a key that may call, and that reaches the namespace', () => {
    give({ principalId: 'principal-bob' });
    const bob = { id: 'principal-bob', name: 'bob', organisationId: 'org-other' };
    expect(enter(aCaller(bob, ['registry:read']))).toBe('forbidden');
    expect(enter(aCaller(bob, ['tools:call'], ['elsewhere']))).toBe('not_found');
  });

  it('is not for what is reached in another way', () => {
    catalogue.apply({ kind: 'server', id: 'server-orders', state: aServer({ mcp: null, http: { url: 'http://x' } }) });
    expect(enter(aCaller())).toBe('not_found');
  });
});

describe('a caller without a key', () => {
  beforeEach(() => {
    const state = aPrincipal({ id: 'principal-anyone', name: 'anonymous', kind: 'service' });
    directory.apply({ kind: 'principal', id: 'principal-anyone', state });
  });

  it('is asked for one where the server was not granted to such', () => {
    expect([enter(nobody), enter(nobody, 'acme/none')]).toEqual(['unauthenticated', 'unauthenticated']);
  });

  it('enters where it was, as the principal of that grant: it sees and calls what the grant says and nothing else', () => {
    give({ principalId: 'principal-anyone' });
    const hidden = aManifest({ name: 'acme/hidden', endpoint: { server: 'acme/other', tool: 'x' } });
    catalogue.apply({ kind: 'tool-version', id: 'h', state: aVersion(hidden, { id: 'h' }) });
    const entered = new EnterServer(catalogue, directory).run(nobody, 'acme/orders');
    if (!entered.ok) throw new Error(entered.error.message);
    const { caller, access } = entered.value;
    expect(access).toBe('whole');
    expect(caller).toMatchObject({ principalId: 'principal-anyone', organisationId: 'org-acme', namespaces: ['acme'] });
    expect([...caller.scopes]).toEqual(['tools:call']);
    expect(caller.tokens.filter((it) => it.startsWith('org:'))).toEqual([]);
  });
});
