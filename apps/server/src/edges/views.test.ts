import { importSchema, keySchema, namespaceSchema, serverSchema } from '@assay/contracts';
import { type ApiKey, Directory } from '@assay/identity';
import { aNamespace, aPrincipal, aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { grantView, importView, keyView, namespaceView, serverView } from './views.js';

const id = '00000000-0000-7000-8000-000000000001';
const health = { state: 'up', since: 1_000, detail: null } as const;

function directory() {
  const made = new Directory();
  made.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'acme-inc', createdAt: 0 } });
  made.apply({ kind: 'principal', id: 'principal-ann', state: aPrincipal() });
  return made;
}

describe('views', () => {
  it('show of a server’s headers and environment the names only', () => {
    const secrets = { headers: { Authorization: 'hunter2' } };
    const far = serverView(aServer({ mcp: { url: 'https://acme.example/mcp', ...secrets } }), health);
    const near = serverView(aServer({ mcp: { command: 'node', env: { TOKEN: 'hunter2' } } }), health);
    expect([far.mcp, near.mcp]).toEqual([
      { url: 'https://acme.example/mcp', headers: ['Authorization'] },
      { command: 'node', args: [], env: ['TOKEN'] },
    ]);
    expect(JSON.stringify([far, near])).not.toContain('hunter2');
    const http = { url: 'https://api.example', ...secrets, query: { key: 'hunter2' } };
    const api = serverView(aServer({ mcp: null, http }), health);
    expect(api.http).toEqual({ url: http.url, headers: ['Authorization'], query: ['key'], openapi: null });
    expect([api.mcp, JSON.stringify(api).includes('hunter2')]).toEqual([undefined, false]);
    for (const view of [far, near, api]) expect(serverSchema.safeParse(view).error).toBeUndefined();
    expect(far).toMatchObject({ name: 'acme/orders', health: { since: '1970-01-01T00:00:01.000Z' } });
  });

  it('show of a key neither the key nor its hash', () => {
    const key: ApiKey = {
      id,
      organisationId: 'org-acme',
      principalId: 'principal-ann',
      prefix: 'abcdefghijkl',
      hash: 'sha256:hidden',
      scopes: ['tools:call'],
      namespaces: ['acme'],
      createdAt: 0,
      createdBy: 'principal-root',
      expiresAt: 1_000,
      revokedAt: null,
    };
    const view = keyView(key, directory());
    expect(JSON.stringify(view)).not.toMatch(/hidden|principal-root|org-acme/);
    expect(view).toMatchObject({
      organisation: 'acme-inc',
      principal: { name: 'ann' },
      expiresAt: '1970-01-01T00:00:01.000Z',
    });
    expect(keySchema.omit({ principal: true }).safeParse(view).error).toBeUndefined();
  });

  it('show owners to the namespace’s own organisation, those that are known', () => {
    const namespace = aNamespace({ owners: ['principal-ann', 'principal-gone'] });
    const own = namespaceView(namespace, directory(), 'org-acme');
    expect(own.owners.map((it) => it.name)).toEqual(['ann']);
    for (const other of ['org-other', null]) expect(namespaceView(namespace, directory(), other).owners).toEqual([]);
    expect(namespaceSchema.omit({ owners: true }).safeParse(own).error).toBeUndefined();
  });

  it('show names for ids', () => {
    const grant = {
      id,
      organisationId: 'org-acme',
      actions: ['call'] as const,
      capability: null,
      server: null,
      createdAt: 0,
      createdBy: null,
    };
    const view = grantView(
      { ...grant, actions: ['call'], tool: 'acme/x', principalId: 'principal-ann', granteeOrganisationId: null },
      directory(),
    );
    expect(view).toMatchObject({ principal: 'ann', organisation: null, tool: 'acme/x' });
  });

  it('show an import as the contract has it', () => {
    const view = importView({
      id,
      organisationId: 'o',
      principalId: 'p',
      server: 'acme/orders',
      proposals: [],
      upstreamDigests: {},
      removed: ['acme/x'],
      leftOut: [],
      draft: null,
      createdAt: 0,
    });
    expect(importSchema.safeParse(view).error).toBeUndefined();
    expect(view).not.toHaveProperty('organisationId');
  });
});
