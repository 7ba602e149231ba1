import { randomUUID } from 'node:crypto';
import type { OwnershipStore, Renaming } from '@assay/identity';
import {
  aGrantRow,
  aKeyRow,
  aNamespaceRow,
  anEndorsementRow,
  anOrganisationRow,
  aPrincipalRow,
  aServerRow,
  aVersionRow,
} from '@assay/registry/testing';
import type { CatalogueFixture } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';

export interface OwnershipFixture extends CatalogueFixture {
  readonly ownership: OwnershipStore;
}

export interface OwnershipContractCase {
  readonly name: string;
  readonly check: (fixture: OwnershipFixture) => Promise<void>;
}

export const at = Date.UTC(2026, 10, 22, 9, 0, 0, 7);

/** The namespace `acme` of ann with a server, a tool of two versions, a grant and an endorsement; and another organisation. */
export async function withNamespace(fixture: OwnershipFixture) {
  const { identities, catalogue, ownership, feed } = fixture;
  const state = await new FollowedState(feed).start();
  const [organisation, other] = [anOrganisationRow('one'), anOrganisationRow('other')];
  for (const it of [organisation, other]) await identities.addOrganisation(it);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id, 'ann'));
  const rex = await identities.addPrincipal(aPrincipalRow(other.id, 'rex'));
  const namespace = aNamespaceRow(ann);
  await identities.addNamespace(namespace);
  const server = aServerRow(namespace);
  await catalogue.addServer(server);
  const versions = [aVersionRow(namespace, '1.0.0'), aVersionRow(namespace, '1.1.0')] as const;
  await catalogue.publish(versions[0], 0);
  await catalogue.publish(versions[1], 1);
  const grant = aGrantRow(ann);
  await identities.addGrant(grant);
  const endorsements = [anEndorsementRow(organisation.id), anEndorsementRow(other.id)] as const;
  for (const it of endorsements) await identities.addEndorsement(it);
  const key = aKeyRow(ann, { namespaces: ['acme', 'globex'] });
  await identities.addKey(key);
  const renaming = (from: string, to: string): Renaming => ({
    ...{ organisationId: organisation.id, from, to },
    ...{ aliasId: randomUUID(), at, by: ann.id },
  });
  return {
    state,
    organisation,
    other,
    ann,
    rex,
    namespace,
    server,
    versions,
    grant,
    endorsements,
    key,
    renaming,
    ownership,
    identities,
    catalogue,
  };
}
