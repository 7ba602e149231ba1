import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { ManageNamespaces } from './manage-namespaces.js';
import type { DomainProof, ProofMethod } from './prove-domain.js';
import { ProveNamespace } from './prove-namespace.js';

const ann = aCaller();
const proof = { method: 'dns', timestamp: 't', signedTimestamp: 's' } as const;

async function setUp() {
  const house = await SmallHouse.open();
  const asked: string[] = [];
  const domains = {
    run: async (method: ProofMethod, { domain }: DomainProof) => {
      asked.push(`${method} ${domain}`);
      if (domain === 'wrong.example')
        return fail('invalid_request', 'no', { issues: [{ path: '/timestamp', message: 'no' }] });
      const namespace = domain.split('.').reverse().join('.');
      return ok({ domain, namespaces: method === 'dns' ? [namespace, `${namespace}.*`] : [namespace] });
    },
  };
  const ports = { ...house.identityPorts, ownership: house.ownership, domains };
  const namespaces = new ManageNamespaces(ports);
  return { house, asked, proofs: new ProveNamespace({ ...ports, namespaces }) };
}

describe('ProveNamespace', () => {
  it('claims a dotted name with a proof of its domain, or of a parent domain', async () => {
    const { house, asked, proofs } = await setUp();
    const proven = { method: 'dns', domain: 'example.com', at: house.clock.now() };
    expect(await proofs.claim(ann, { name: 'com.example', proof })).toMatchObject({ value: { proven } });
    const below = { name: 'com.example.api', proof: { ...proof, domain: 'example.com' } };
    expect(await proofs.claim(ann, below)).toMatchObject({ value: { proven } });
    expect(asked).toEqual(['dns example.com', 'dns example.com']);
    expect(house.directory.namespace('com.example')?.proven).toEqual(proven);
    expect(house.audit.records[0]).toMatchObject({ details: { proven: { method: 'dns', domain: 'example.com' } } });
  });

  it('rejects a proof that does not cover the name', async () => {
    const { house, proofs } = await setUp();
    const refused = { error: { code: 'forbidden', message: expect.stringContaining('not for "com.example.api"') } };
    const other = { name: 'com.example.api', proof: { ...proof, domain: 'example.org' } };
    expect(await proofs.claim(ann, other)).toMatchObject(refused);
    const above = { name: 'com.example.api', proof: { ...proof, method: 'http' as const, domain: 'example.com' } };
    expect(await proofs.claim(ann, above)).toMatchObject(refused);
    const late = await proofs.claim(ann, { name: 'example.wrong', proof });
    expect(late).toMatchObject({ error: { issues: [{ path: '/proof/timestamp' }] } });
    expect([...house.directory.namespaces()]).toEqual([]);
  });

  it('makes no look-up for a claim that would be rejected anyway, nor for one without a proof', async () => {
    const { asked, proofs } = await setUp();
    expect(await proofs.claim(anonymousCaller(true), { name: 'com.example', proof })).toMatchObject({
      error: { code: 'unauthenticated' },
    });
    expect(await proofs.claim(aCaller({}, [], ['other']), { name: 'com.example', proof })).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(await proofs.claim(ann, { name: 'com.example' })).toMatchObject({ error: { code: 'forbidden' } });
    expect((await proofs.claim(ann, { name: 'plain' })).ok).toBe(true);
    expect(asked).toEqual([]);
  });

  it('proves what an owner has already, also by a former name', async () => {
    const { house, proofs } = await setUp();
    await proofs.claim(aCaller({}, roles.administrator), { name: 'com.example' });
    const { organisationId } = aNamespace();
    await house.ownership.renameNamespace({
      ...{ organisationId, from: 'com.example', to: 'org.example' },
      ...{ aliasId: 'a', at: 0, by: null },
    });
    await house.feed.caughtUp();
    const stranger = aCaller({ id: 'principal-bob' });
    expect(await proofs.prove(stranger, 'org.example', proof)).toMatchObject({
      error: { code: 'namespace_forbidden' },
    });
    expect(await proofs.prove(ann, 'com.example', proof)).toMatchObject({
      value: { name: 'org.example', proven: { domain: 'example.org' } },
    });
    expect(house.actions).toContain('namespace.prove org.example');
  });
});
