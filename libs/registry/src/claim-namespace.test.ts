import { SmallHouse } from '@assay/gateway/testing';
import { ManageNamespaces } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import { ClaimNamespace } from './claim-namespace.js';
import { aCaller, aManifest, aNamespace, aVersion } from './testing/builders.js';
import { WellKnownNames } from './well-known-names.js';

const stranger = aCaller({ id: 'principal-eve', name: 'eve', organisationId: 'org-other' });

/** `acme`, of `default`, is used by many. */
async function setUp() {
  const house = await SmallHouse.open();
  await house.addPrincipal({ id: 'principal-eve', name: 'eve', organisationId: 'org-other' });
  await house.identities.addNamespace(aNamespace({ visibility: 'public' }));
  await house.tools.publish(aVersion(aManifest(), { usageCount: 1_000 }), 0);
  await house.feed.caughtUp();
  const namespaces = new ManageNamespaces(house.identityPorts);
  const claim = new ClaimNamespace({
    ...house.identityPorts,
    reviews: house.reviews,
    names: new WellKnownNames(house),
    proofs: { claim: (caller, body) => namespaces.claim(caller, body) },
  });
  return { house, claim };
}

describe('ClaimNamespace', () => {
  it('grants a distinct name immediately', async () => {
    const { claim } = await setUp();
    expect(await claim.run(stranger, { name: 'weather' })).toMatchObject({
      value: { kind: 'claimed', namespace: { name: 'weather', organisationId: 'org-other' } },
    });
  });

  it("holds a name similar to a well-known one for the installation's reviewers", async () => {
    const { house, claim } = await setUp();
    const held = await claim.run(stranger, { name: 'acrne', visibility: 'public' });
    expect(held).toMatchObject({
      value: {
        kind: 'held',
        review: {
          kind: 'look-alike',
          subject: 'acrne',
          organisationId: 'org-acme',
          submittedBy: 'principal-eve',
          findings: [{ path: '/name', message: 'looks the same as acme' }],
        },
      },
    });
    expect(house.directory.namespace('acrne')).toBeUndefined();
    const review = held.ok && held.value.kind === 'held' ? held.value.review : undefined;
    await house.reviews.decide(review?.id ?? '', { state: 'approved', decidedBy: 'x', decidedAt: 1, reason: null });
    expect(await claim.run(stranger, { name: 'acrne' })).toMatchObject({ value: { kind: 'held' } });
    expect(await claim.run(stranger, { name: 'acrne', visibility: 'public' })).toMatchObject({
      value: { kind: 'claimed' },
    });
  });

  it('counts consent to one organisation for no other', async () => {
    const { house, claim } = await setUp();
    const held = await claim.run(stranger, { name: 'acrne' });
    const rival = aCaller({ id: 'principal-zoe', name: 'zoe', organisationId: 'org-third' });
    expect(await claim.run(rival, { name: 'acrne' })).toMatchObject({ error: { code: 'conflict' } });
    const review = held.ok && held.value.kind === 'held' ? held.value.review : undefined;
    await house.reviews.decide(review?.id ?? '', { state: 'approved', decidedBy: 'x', decidedAt: 1, reason: null });
    expect(await claim.run(rival, { name: 'acrne' })).toMatchObject({
      value: { kind: 'held', review: { submittedBy: 'principal-zoe' } },
    });
  });

  // who, name
  it.each([
    ['whoever runs the installation', aCaller({}, ['admin', 'registry:publish']), 'acne'],
    ['its own organisation', aCaller({ id: 'principal-bob', name: 'bob' }), 'acmes'],
  ])('lets %s choose a similar name', async (_, caller, name) => {
    const { house, claim } = await setUp();
    await house.addPrincipal({ id: 'principal-bob', name: 'bob' });
    expect(await claim.run(caller, { name })).toMatchObject({ value: { kind: 'claimed' } });
  });

  // why, caller, name, code
  it.each([
    ['what is taken', stranger, 'acme', 'conflict'],
    ['a domain without a proof', stranger, 'ac.me', 'forbidden'],
    [
      'a narrowed key',
      aCaller({ id: 'principal-eve', organisationId: 'org-other' }, ['registry:publish'], ['x']),
      'acne',
      'forbidden',
    ],
  ])('rejects %s immediately', async (_, caller, name, code) => {
    const { house, claim } = await setUp();
    expect(await claim.run(caller, { name })).toMatchObject({ error: { code } });
    expect(
      await house.reviews.list({ organisationId: 'org-acme', submittedBy: 'x', namespaces: null, limit: 9 }),
    ).toEqual([]);
  });
});
