import type { Visibility } from '@assay/contracts';
import type {
  AccessToken,
  ApiKey,
  Endorsement,
  Grant,
  IdentityStore,
  Namespace,
  Organisation,
  Principal,
  Team,
} from '@assay/identity';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Access tokens of a key that are valid at a time: a client that refreshes early ends its oldest. */
const maxTokens = 4;

/** Identity without a database. Every write is sent to the feed immediately. */
export class InMemoryIdentityStore implements IdentityStore {
  readonly #organisations = new Map<string, Organisation>();
  readonly #principals = new Map<string, Principal>();
  readonly #keys = new Map<string, ApiKey>();
  readonly #namespaces = new Map<string, Namespace>();
  readonly #grants = new Map<string, Grant>();
  readonly #endorsements = new Map<string, Endorsement>();

  /** Former names of namespaces, and teams by id: rows of the fakes that stand beside this one. */
  readonly formerNames = new Set<string>();
  readonly teams = new Map<string, Team>();

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

  async addToken(keyId: string, token: AccessToken, endsAt: number, now: number): Promise<boolean> {
    const key = this.#keys.get(keyId);
    if (key?.delegation === undefined || key.revokedAt !== null) return false;
    const tokens = [...key.delegation.tokens.filter((it) => it.expiresAt > now), token].slice(-maxTokens);
    await this.addKey({ ...key, expiresAt: endsAt, delegation: { ...key.delegation, tokens } });
    return true;
  }

  async removeToken(keyId: string, prefix: string): Promise<void> {
    const key = this.#keys.get(keyId);
    if (key?.delegation === undefined) return;
    const tokens = key.delegation.tokens.filter((it) => it.prefix !== prefix);
    await this.addKey({ ...key, delegation: { ...key.delegation, tokens } });
  }

  async addNamespace(namespace: Namespace): Promise<'added' | 'taken'> {
    if (this.isTaken(namespace.name)) return 'taken';
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
    if (present === undefined || this.#principals.get(principalId)?.organisationId !== present.organisationId)
      return false;
    this.#keep({ ...present, owners: [...new Set([...present.owners, principalId])] });
    return true;
  }

  async removeOwner(namespace: string, principalId: string): Promise<'removed' | 'missing' | 'last'> {
    const present = this.#namespaces.get(namespace);
    if (!present?.owners.includes(principalId)) return 'missing';
    const left = { ...present, owners: present.owners.filter((owner) => owner !== principalId) };
    if (!this.isOwned(left)) return 'last';
    this.#keep(left);
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

  namespaceRows = (): Namespace[] => [...this.#namespaces.values()];
  isTaken = (name: string): boolean => this.#namespaces.has(name) || this.formerNames.has(name);
  isOwned = ({ owners, teams }: Namespace): boolean =>
    owners.length > 0 || teams.some((id) => (this.teams.get(id)?.members.length ?? 0) > 0);

  /** Changes a namespace, also its name. */
  changeNamespace(id: string, change: (it: Namespace) => Namespace): boolean {
    const present = this.namespaceRows().find((it) => it.id === id);
    if (present === undefined) return false;
    this.#namespaces.delete(present.name);
    this.#keep(change(present));
    return true;
  }

  /** Gives the tools and servers of grants and endorsements, and the namespaces of keys, other names. */
  rewriteNames(
    tool: (name: string) => string,
    namespace: (name: string) => string,
    server: (name: string) => string = (name) => name,
  ): void {
    for (const grant of this.#grants.values()) {
      if (grant.tool !== null) void this.addGrant({ ...grant, tool: tool(grant.tool) });
      else if (grant.server !== null) void this.addGrant({ ...grant, server: server(grant.server) });
    }
    for (const endorsement of this.#endorsements.values()) {
      const changed = { ...endorsement, tool: tool(endorsement.tool) };
      this.#endorsements.set(changed.id, changed);
      this.feed.put('endorsement', changed);
    }
    for (const key of this.#keys.values()) {
      void this.addKey({ ...key, namespaces: key.namespaces?.map(namespace) ?? null });
    }
  }

  /** Ends the grants and endorsements an organisation gave to tools of a namespace; answers how many grants. */
  async endAccess(organisationId: string, namespace: string): Promise<number> {
    const ofIt = (it: Grant | Endorsement) =>
      it.organisationId === organisationId &&
      (it.tool ?? ('server' in it ? it.server : null))?.startsWith(`${namespace}/`) === true;
    const grants = [...this.#grants.values()].filter(ofIt);
    for (const { id } of grants) await this.removeGrant(id);
    for (const { id } of [...this.#endorsements.values()].filter(ofIt)) await this.removeEndorsement(id);
    return grants.length;
  }

  #keep(namespace: Namespace): void {
    this.#namespaces.set(namespace.name, namespace);
    this.feed.put('namespace', namespace);
  }
}
