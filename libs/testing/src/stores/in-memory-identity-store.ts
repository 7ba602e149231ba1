import type { Visibility } from '@assay/contracts';
import type { ApiKey, Endorsement, Grant, IdentityStore, Namespace, Organisation, Principal } from '@assay/core';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Identity without a database. Every write is told to the feed at once. */
export class InMemoryIdentityStore implements IdentityStore {
  readonly #organisations = new Map<string, Organisation>();
  readonly #principals = new Map<string, Principal>();
  readonly #keys = new Map<string, ApiKey>();
  readonly #namespaces = new Map<string, Namespace>();
  readonly #grants = new Map<string, Grant>();
  readonly #endorsements = new Map<string, Endorsement>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async addOrganisation(organisation: Organisation): Promise<'added' | 'taken'> {
    const isTaken = [...this.#organisations.values()].some(({ name }) => name === organisation.name);
    if (isTaken) return 'taken';
    this.#organisations.set(organisation.id, organisation);
    this.feed.put('organisation', organisation);
    return 'added';
  }

  async addPrincipal(principal: Principal): Promise<Principal> {
    const { organisationId, name } = principal;
    const present = [...this.#principals.values()].find(
      (other) => other.organisationId === organisationId && other.name === name,
    );
    if (present) return present;
    this.#principals.set(principal.id, principal);
    this.feed.put('principal', principal);
    return principal;
  }

  async addKey(key: ApiKey): Promise<void> {
    this.#keys.set(key.id, key);
    this.feed.put('key', key);
  }

  async revokeKey(id: string, at: number): Promise<boolean> {
    const key = this.#keys.get(id);
    if (!key || key.revokedAt !== null) return false;
    await this.addKey({ ...key, revokedAt: at });
    return true;
  }

  async addNamespace(namespace: Namespace): Promise<'added' | 'taken'> {
    if (this.#namespaces.has(namespace.name)) return 'taken';
    this.#keep(namespace);
    return 'added';
  }

  async changeVisibility(namespace: string, visibility: Visibility): Promise<boolean> {
    const present = this.#namespaces.get(namespace);
    if (present) this.#keep({ ...present, visibility });
    return present !== undefined;
  }

  async addOwner(namespace: string, principalId: string): Promise<boolean> {
    const present = this.#namespaces.get(namespace);
    if (present) this.#keep({ ...present, owners: [...new Set([...present.owners, principalId])] });
    return present !== undefined;
  }

  async removeOwner(namespace: string, principalId: string): Promise<'removed' | 'missing' | 'last'> {
    const present = this.#namespaces.get(namespace);
    if (!present?.owners.includes(principalId)) return 'missing';
    if (present.owners.length === 1) return 'last';
    this.#keep({ ...present, owners: present.owners.filter((owner) => owner !== principalId) });
    return 'removed';
  }

  async addGrant(grant: Grant): Promise<void> {
    this.#grants.set(grant.id, grant);
    this.feed.put('grant', grant);
  }

  async removeGrant(id: string): Promise<boolean> {
    const isRemoved = this.#grants.delete(id);
    if (isRemoved) this.feed.remove('grant', id);
    return isRemoved;
  }

  async addEndorsement(endorsement: Endorsement): Promise<Endorsement> {
    const { organisationId, tool } = endorsement;
    const present = [...this.#endorsements.values()].find(
      (other) => other.organisationId === organisationId && other.tool === tool,
    );
    if (present) return present;
    this.#endorsements.set(endorsement.id, endorsement);
    this.feed.put('endorsement', endorsement);
    return endorsement;
  }

  async removeEndorsement(id: string): Promise<boolean> {
    const isRemoved = this.#endorsements.delete(id);
    if (isRemoved) this.feed.remove('endorsement', id);
    return isRemoved;
  }

  #keep(namespace: Namespace): void {
    this.#namespaces.set(namespace.name, namespace);
    this.feed.put('namespace', namespace);
  }
}
