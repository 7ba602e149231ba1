import { SmallAssurance } from '@assay/gateway/testing';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';

const opened = aNamespace({ visibility: 'public' });
const tool = 'acme/orders.sum';
const scopes = ['registry:read', 'trust:attest'];
const ann = aCaller({}, scopes);
const bob = aCaller({ id: 'principal-bob', name: 'bob' }, scopes);
const auditor = aCaller({ id: 'principal-anton', name: 'anton', organisationId: 'org-other' }, scopes);
const root = aCaller({ id: 'principal-root', name: 'root' }, ['admin', ...scopes]);

async function setUp(parts: Parameters<typeof SmallAssurance.open>[1] = {}) {
  const small = await SmallAssurance.open({}, parts);
  small.house.directory.apply({ kind: 'namespace', id: opened.id, state: opened });
  const attest = async (caller: typeof ann, kind: 'self' | 'third-party' | 'identity') => {
    const made = await small.attests().run(caller, tool, '1.0.0', {
      ...{ kind, evidence: 'https://audits.example/7', evidenceDigest: `sha256:${'ab'.repeat(32)}` },
    });
    return made.ok ? made.value.attestation.id : '';
  };
  const withdraw = (caller: typeof ann, id: string, reason = 'The report is void.') =>
    small.withdraws().run(caller, { tool, version: '1.0.0', id }, reason);
  return { small, attest, withdraw };
}

describe('WithdrawAttestation', () => {
  it('takes back the audit, its verification and nothing else, with a record', async () => {
    const { small, attest, withdraw } = await setUp();
    await attest(ann, 'self');
    small.house.clock.advance(1_000);
    const id = await attest(auditor, 'third-party');
    expect(small.version()).toMatchObject({ assurance: { audit: 'third-party' }, lastVerifiedAt: expect.any(Number) });
    small.house.clock.advance(1_000);
    const withdrawn = { at: small.house.clock.now(), by: 'anton', reason: 'The report is void.' };
    expect(await withdraw(auditor, id)).toMatchObject({ value: { attestation: { id, withdrawn } } });
    expect(small.version()).toMatchObject({ assurance: { audit: 'self' }, lastVerifiedAt: null });
    expect(small.house.actions.at(-1)).toBe(`version.attest-withdraw ${tool}@1.0.0`);
    expect(small.judged).toHaveLength(3);
    expect(await withdraw(auditor, id)).toMatchObject({ error: { code: 'conflict' } });
  });

  it('takes back an identity, for who runs the installation', async () => {
    const { small, attest, withdraw } = await setUp();
    const id = await attest(root, 'identity');
    expect(await withdraw(ann, id)).toMatchObject({ error: { code: 'forbidden' } });
    expect(small.version().assurance.identityOf).toBe('org-acme');
    await withdraw(root, id);
    expect(small.version().assurance.identityOf).toBeNull();
  });

  it.each([
    ['a colleague the self-assessment', bob, 'self', 'forbidden'],
    ['its owner an audit by others', ann, 'third-party', 'forbidden'],
    ['a key without the scope', aCaller(), 'self', 'forbidden'],
  ] as const)('does not let %s withdraw', async (_, caller, kind, code) => {
    const { small, attest, withdraw } = await setUp();
    const id = await attest(kind === 'self' ? ann : auditor, kind);
    const before = small.version();
    expect(await withdraw(caller, id)).toMatchObject({ error: { code } });
    expect(small.version()).toEqual(before);
    expect(await withdraw(ann, '0198f000-0000-7000-8000-000000000000')).toMatchObject({ error: { code: 'not_found' } });
  });

  it('of what a stage rests on brings the version down, unless an administrator had done without it', async () => {
    const identity = { audit: 'third-party', identityOf: 'org-acme', driftedSince: null } as const;
    const { small, attest, withdraw } = await setUp({ stage: 'VERIFIED', lastVerifiedAt: 1, assurance: identity });
    small.record = { ...small.record, score: 0.9 };
    await attest(ann, 'self');
    await attest(root, 'identity');
    const id = await attest(auditor, 'third-party');
    await small.sweep();
    expect(small.version().stage).toBe('VERIFIED');
    await withdraw(auditor, id);
    await small.sweep();
    expect(small.version().stage).toBe('GENERAL_AVAILABILITY');
    const [change] = await small.stages.history(small.version().id, 1);
    expect(change).toMatchObject({ authority: 'rules', reason: 'its third-party audit attestation was withdrawn' });
    const to = { to: 'VERIFIED', reason: 'The new report is on its way.' } as const;
    expect(await small.changes().run(root, tool, '1.0.0', to)).toMatchObject({ ok: true });
    await small.sweep();
    expect(small.version().stage).toBe('VERIFIED');
  });
});
