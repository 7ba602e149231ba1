import { SmallAssurance } from '@assay/gateway/testing';
import { canonicalJson, isoTime } from '@assay/kernel';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';

const opened = aNamespace({ visibility: 'public' });
const madePublic = { kind: 'namespace', id: opened.id, state: opened } as const;

const tool = 'acme/orders.sum';
const evidence = 'https://audits.example/7';
const evidenceDigest = `sha256:${'ab'.repeat(32)}`;
const scopes = ['registry:read', 'trust:attest'];
const ann = aCaller({}, scopes);
const bob = aCaller({ id: 'principal-bob', name: 'bob' }, scopes);
const auditor = aCaller({ id: 'principal-anton', name: 'anton', organisationId: 'org-other' }, scopes);
const root = aCaller({ id: 'principal-root' }, ['admin', ...scopes]);

async function setUp() {
  const small = await SmallAssurance.open();
  small.house.directory.apply(madePublic);
  const attests = small.attests();
  const attest = (caller: typeof ann, kind: 'self' | 'third-party' | 'identity') =>
    attests.run(caller, tool, '1.0.0', { kind, evidence, evidenceDigest });
  return { small, attests, attest };
}

describe('AttestVersion', () => {
  // who, self, third-party, identity
  it.each([
    ['an owner', ann, true, false, false],
    ['a colleague', bob, false, false, false],
    ['somebody of another organisation', auditor, false, true, false],
    ['whoever runs the installation', root, true, true, true],
    ['a key without the scope', aCaller(), false, false, false],
  ])('lets %s attest what it may', async (_, caller, ...may) => {
    const { attest } = await setUp();
    const answers = [
      await attest(caller, 'self'),
      await attest(caller, 'third-party'),
      await attest(caller, 'identity'),
    ];
    expect(answers.map((it) => it.ok)).toEqual(may);
    for (const it of answers) if (!it.ok) expect(it.error.code).toBe('forbidden');
  });

  it('signs what was said, keeps it, and counts it', async () => {
    const { small, attest, attests } = await setUp();
    const made = await attest(ann, 'self');
    expect(small.version().assurance.audit).toBe('self');
    expect(small.version().lastVerifiedAt).toBeNull();
    const attestation = made.ok ? made.value.attestation : undefined;
    const statement = canonicalJson({
      type: 'assay-attestation-v1',
      ...{ kind: 'self', evidence, evidenceDigest, organisation: 'default', by: 'ann', subject: `${tool}@1.0.0` },
      manifestDigest: small.version().manifestDigest,
      at: isoTime(small.house.clock.now()),
    });
    expect(attestation).toMatchObject({ statement, keyId: small.house.signer.keyId });
    expect(attestation?.signature).toBe(small.house.signer.sign(statement));
    expect(small.house.actions).toEqual([`version.attest ${tool}@1.0.0`]);
    expect(small.judged).toEqual([small.version().id]);
    expect(await attests.list(auditor, tool, '1.0.0', { limit: 5 })).toMatchObject({
      ok: true,
      value: [{ attestation }],
    });
  });

  it('takes a third party’s audit for a verification', async () => {
    const { small, attest } = await setUp();
    await attest(auditor, 'third-party');
    expect(small.version()).toMatchObject({
      lastVerifiedAt: small.house.clock.now(),
      assurance: { audit: 'third-party' },
    });
    expect(await small.verifications.list({ limit: 5 })).toMatchObject([
      { trigger: 'attested', kind: 'audit', verdict: 'green', requestedBy: 'principal-anton' },
    ]);
    await attest(ann, 'self');
    expect(small.version().assurance.audit).toBe('third-party');
  });

  it('attests identities of the provider there is', async () => {
    const { small, attest } = await setUp();
    await attest(root, 'identity');
    expect(small.version().assurance).toEqual({ driftedSince: null, audit: 'none', identityOf: 'org-acme' });
  });

  it('knows no version that the caller does not see', async () => {
    const small = await SmallAssurance.open();
    const attests = small.attests();
    const answer = await attests.run(auditor, tool, '1.0.0', { kind: 'third-party', evidence, evidenceDigest });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await attests.list(auditor, tool, '1.0.0', { limit: 5 })).toMatchObject({ ok: false });
  });
});
