import { SmallHouse } from '@assay/gateway/testing';
import { anonymousCaller } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { candidateSource } from './candidates.js';

const id = 'acme/orders.create';
const bob = aCaller({ id: 'principal-bob' });
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' });

async function setUp(versions = [aVersion()]) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  for (const [at, version] of versions.entries()) await house.tools.publish(version, at);
  await house.feed.caughtUp();
  const trustOf = () => ({ score: 0.7, confidence: 0, view: 'outside' as const });
  const { catalogue, directory, latencies } = house;
  return { house, source: candidateSource(catalogue, directory, trustOf, Math.log, latencies.of) };
}

describe('candidateSource', () => {
  it('searches with what the caller may see', async () => {
    const { source } = await setUp();
    expect(source.audience(bob)).toBe(bob.tokens);
  });

  it('finds the newest version this caller sees', async () => {
    const { source } = await setUp([aVersion(), aVersion(aManifest({ version: '2.0.0', visibility: 'private' }))]);
    expect(source.find(id, aCaller())?.version).toBe('2.0.0');
    expect(source.find(id, bob)?.version).toBe('1.0.0');
    expect(source.find(id, eve)).toBeUndefined();
    expect(source.find('acme/none', aCaller())).toBeUndefined();
  });

  it('says when the version is on its way out', async () => {
    const { source } = await setUp([aVersion(aManifest(), { status: 'DEPRECATED', sunsetAt: 7 })]);
    expect(source.find(id, aCaller())?.deprecated).toEqual({ sunsetAt: 7 });
    expect((await setUp()).source.find(id, aCaller())?.deprecated).toBeNull();
  });

  it('says whose it is, whether it is endorsed, and whether it may be called', async () => {
    const { house, source } = await setUp();
    expect(source.find(id, aCaller())).toMatchObject({
      own: true,
      endorsed: false,
      browsing: false,
      trust: 0.7,
      stage: 'SANDBOX',
      mayCall: { allowed: true },
    });
    expect(source.find(id, bob)).toMatchObject({ own: false, mayCall: { allowed: false } });
    const admin = aCaller({ id: 'principal-root' }, ['admin', 'tools:call']);
    expect(source.find(id, admin)).toMatchObject({ own: false, mayCall: { allowed: false } });
    await house.identities.addEndorsement({
      id: 'e',
      organisationId: 'org-acme',
      tool: id,
      createdAt: 0,
      createdBy: null,
    });
    await house.feed.caughtUp();
    expect(source.find(id, bob)).toMatchObject({ own: false, endorsed: true, mayCall: { allowed: true } });
  });

  it('lets who holds nothing to call with look around', async () => {
    const { house, source } = await setUp();
    expect(source.find(id, aCaller({}, ['registry:read']))).toMatchObject({
      browsing: true,
      mayCall: { allowed: false },
    });
    await house.identities.changeVisibility('acme', 'public');
    await house.feed.caughtUp();
    expect(source.find(id, anonymousCaller(true))).toMatchObject({ browsing: true, own: false, endorsed: false });
  });

  it('never offers a quarantined version', async () => {
    const { source } = await setUp([aVersion(aManifest(), { quarantined: { since: 0, finding: 'it drifted' } })]);
    const waits = { allowed: false, why: 'quarantined: it drifted' };
    expect(source.find(id, aCaller())).toMatchObject({ browsing: false, mayCall: waits });
    expect(source.find(id, aCaller({}, ['registry:read']))).toMatchObject({ browsing: false, mayCall: waits });
  });

  it('finds no revoked version, and says so of a tool of which nothing is left, to who sees it', async () => {
    const { house, source } = await setUp([aVersion(), aVersion(aManifest({ version: '2.0.0' }))]);
    await house.revocations.addRevocation(aRevocation({ id: 'new', range: '^2' }));
    await house.feed.caughtUp();
    expect([source.find(id, bob)?.version, source.outOfUse(id, bob)]).toEqual(['1.0.0', undefined]);
    await house.revocations.addRevocation(aRevocation({ id: 'all', tool: null }));
    await house.feed.caughtUp();
    expect(source.find(id, bob)).toBeUndefined();
    expect([bob, eve].map((it) => source.outOfUse(id, it))).toEqual(['revoked: It loses orders.', undefined]);
    expect(source.outOfUse('acme/none', bob)).toBeUndefined();
  });
});
