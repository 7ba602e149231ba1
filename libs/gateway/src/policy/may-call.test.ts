import { anonymousCaller, Directory } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { mayCall } from './may-call.js';

const version = aVersion(aManifest({ capabilities: ['commerce.order'] }));
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

function directory() {
  const made = new Directory();
  made.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  return made;
}

describe('mayCall', () => {
  it('lets owners call at any stage', () => {
    expect(mayCall(aCaller(), version, directory())).toMatchObject({ allowed: true });
  });

  it('keeps strangers and colleagues out of SANDBOX', () => {
    expect(mayCall(stranger, version, directory())).toMatchObject({ allowed: false, code: 'denied' });
    expect(mayCall(aCaller({ id: 'principal-bob' }), version, directory())).toMatchObject({
      allowed: false,
      code: 'denied',
    });
  });

  it('keeps administrators who are not members out of SANDBOX, and tells them to endorse it', () => {
    const admin = aCaller({ id: 'principal-root' }, ['admin', 'tools:call']);
    const refused = {
      allowed: false,
      code: 'denied',
      why: expect.stringContaining('assay endorse acme/orders.create'),
    };
    expect(mayCall(admin, version, directory())).toMatchObject(refused);
    expect(mayCall(aCaller({}, ['admin', 'tools:call']), version, directory()).allowed).toBe(true);
    const owner = directory();
    owner.apply({ kind: 'namespace', id: 'n', state: aNamespace({ owners: ['principal-root'] }) });
    expect(mayCall(admin, version, owner).allowed).toBe(true);
    const endorsed = directory();
    const { organisationId, manifest } = version;
    const state = { id: 'e', organisationId, tool: manifest.name, createdAt: 0, createdBy: null };
    endorsed.apply({ kind: 'endorsement', id: 'e', state });
    expect(mayCall(admin, version, endorsed).allowed).toBe(true);
  });

  it.each(['BETA', 'GENERAL_AVAILABILITY', 'VERIFIED'] as const)('lets strangers in at %s', (stage) => {
    expect(mayCall(stranger, { ...version, stage }, directory()).allowed).toBe(true);
  });

  it('lets in by endorsement, by grant of the tool, and by grant of a capability', () => {
    const endorsed = directory();
    endorsed.apply({
      kind: 'endorsement',
      id: 'e',
      state: { id: 'e', organisationId: 'org-other', tool: version.manifest.name, createdAt: 0, createdBy: null },
    });
    expect(mayCall(stranger, version, endorsed).allowed).toBe(true);
    for (const target of [
      { tool: version.manifest.name, capability: null },
      { tool: null, capability: 'commerce' },
    ]) {
      for (const grantee of [
        { principalId: 'principal-eve', granteeOrganisationId: null },
        { principalId: null, granteeOrganisationId: 'org-other' },
      ]) {
        const granted = directory();
        granted.apply({
          kind: 'grant',
          id: 'g',
          state: {
            id: 'g',
            organisationId: 'org-acme',
            server: null,
            actions: ['call'],
            createdAt: 0,
            createdBy: null,
            ...target,
            ...grantee,
          },
        });
        expect(mayCall(stranger, version, granted).allowed).toBe(true);
      }
    }
  });

  it('requires the scope, the narrowing and the scopes of the tool from every caller', () => {
    expect(mayCall(anonymousCaller(true), version, directory())).toMatchObject({ code: 'unauthenticated' });
    expect(mayCall(aCaller({}, ['registry:read']), version, directory())).toMatchObject({ code: 'forbidden' });
    expect(mayCall(aCaller({}, ['tools:call'], ['other']), version, directory())).toMatchObject({ code: 'forbidden' });
    const demanding = aVersion(aManifest({ auth: { scopes: ['orders:write'] } }));
    expect(mayCall(aCaller(), demanding, directory())).toMatchObject({
      code: 'forbidden',
      why: expect.stringContaining('orders:write'),
    });
    expect(mayCall(aCaller({}, ['tools:call', 'orders:write']), demanding, directory()).allowed).toBe(true);
  });

  it('stops at a quarantine', () => {
    expect(mayCall(aCaller(), { ...version, quarantined: { since: 0, finding: 'drift' } }, directory())).toMatchObject({
      code: 'quarantined',
    });
  });
});

describe('tools of a kit', () => {
  const acting = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };
  const shipped = (annotations: object = acting, parts: object = {}) =>
    aVersion(
      aManifest({
        name: 'assay/files.write',
        annotations,
        protocol: 'mcp',
        endpoint: { server: 'assay/files', tool: 'write' },
      }),
      {
        ...{ namespace: 'assay', tool: 'files.write', stage: 'BETA' },
        ...parts,
      },
    );
  function installation(...endorsed: readonly string[]) {
    const made = new Directory();
    made.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'default', createdAt: 0 } });
    made.apply({ kind: 'namespace', id: 'n', state: aNamespace({ name: 'assay' }) });
    for (const tool of endorsed) {
      const state = { id: tool, organisationId: 'org-acme', tool, createdAt: 0, createdBy: null };
      made.apply({ kind: 'endorsement', id: tool, state });
    }
    return made;
  }

  it('that act are refused to everybody until the kit is enabled, with the command', () => {
    const admin = aCaller({}, ['admin', 'tools:call']);
    for (const caller of [aCaller(), admin, aCaller({ id: 'principal-bob' }), stranger])
      expect(mayCall(caller, shipped(), installation())).toMatchObject({
        allowed: false,
        code: 'kit_not_enabled',
        why: expect.stringContaining('assay kits enable files'),
      });
    expect(mayCall(aCaller(), shipped({ readOnlyHint: true }), installation())).toMatchObject({
      code: 'kit_not_enabled',
    });
    expect(mayCall(aCaller({ id: 'principal-bob' }), shipped(), installation('assay/files.write'))).toMatchObject({
      allowed: true,
    });
  });

  it('that only read on this machine, and tools that do not ship, are no matter of kits', () => {
    expect(mayCall(aCaller(), shipped({ readOnlyHint: true, openWorldHint: false }), installation()).allowed).toBe(
      true,
    );
    expect(mayCall(aCaller(), shipped(acting, { organisationId: 'org-other' }), installation())).not.toMatchObject({
      code: 'kit_not_enabled',
    });
  });
});
