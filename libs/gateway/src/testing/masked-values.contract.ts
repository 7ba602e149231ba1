import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { MaskedValue, MaskedValueStore } from '../content/masked-value.js';

export interface MaskedValuesFixture {
  readonly identities: IdentityStore;
  readonly masked: MaskedValueStore;
}

export interface MaskedValuesContractCase {
  readonly name: string;
  readonly check: (fixture: MaskedValuesFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 27);

async function withOwners({ identities }: MaskedValuesFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const bob = await identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
  const owner = (principalId: string, session: string | null = null) => ({
    organisationId: organisation.id,
    principalId,
    session,
  });
  const value = (token: string, parts: Partial<MaskedValue> = {}): MaskedValue => ({
    ...owner(ann.id),
    ...{ token, class: 'personal.email', source: 'acme/crm', value: 'é\u0000@example.org' },
    ...{ createdAt: at, expiresAt: at + 1_000 },
    ...parts,
  });
  return { ann: owner(ann.id), inSession: owner(ann.id, 's1'), bob: owner(bob.id), value };
}

/** What every MaskedValueStore promises. */
export const maskedValuesContract: readonly MaskedValuesContractCase[] = [
  {
    name: 'a value is found by its owner alone, in its session alone',
    check: async (fixture) => {
      const { masked } = fixture;
      const { ann, inSession, bob, value } = await withOwners(fixture);
      const [own, other] = [value('t1'), value('t2', inSession)];
      await masked.keep([own, other]);
      deepEqual(await masked.find(ann, ['t1', 't2', 't3'], at), [own]);
      deepEqual(await masked.find(inSession, ['t1', 't2'], at), [other]);
      deepEqual(await masked.find({ ...inSession, session: 's2' }, ['t1', 't2'], at), []);
      deepEqual(await masked.find(bob, ['t1', 't2'], at), []);
      deepEqual(await masked.find(ann, [], at), []);
    },
  },
  {
    name: 'a value that is kept again lasts for the longer of both times, and is gone then',
    check: async (fixture) => {
      const { masked } = fixture;
      const { ann, value } = await withOwners(fixture);
      await masked.keep([value('t1'), value('t2')]);
      await masked.keep([value('t1', { expiresAt: at + 5_000 })]);
      await masked.keep([value('t1', { expiresAt: at + 2_000 })]);
      const tokensAt = async (time: number) =>
        (await masked.find(ann, ['t1', 't2'], time)).map(({ token }) => token).sort();
      deepEqual(await tokensAt(at + 999), ['t1', 't2']);
      deepEqual(await tokensAt(at + 1_000), ['t1']);
      deepEqual(await tokensAt(at + 4_999), ['t1']);
      equal((await masked.prune(at + 1_000)) >= 1, true);
      deepEqual(await tokensAt(at), ['t1']);
      await masked.prune(at + 5_000);
      deepEqual(await tokensAt(at), []);
    },
  },
];
