import { Aliases } from './aliases.js';
import type { ApiKey, Endorsement, Grant, IdentityChange, Namespace, Organisation, Principal } from './records.js';
import { Accounts } from './sign-in/accounts.js';
import { Teams } from './teams.js';
import type { Guests } from './visibility.js';

/** All principals and their permissions, in memory, updated by the change feed. */
export class Directory {
  /** Increases with every change, so that derived data can detect that it is out of date. Only this class sets it. */
  epoch = 0;
  /** Former names of namespaces and tools. */
  readonly aliases = new Aliases();
  readonly teams = new Teams();
  readonly accounts = new Accounts();
  readonly #organisations = new Map<string, Organisation>();
  readonly #organisationsByName = new Map<string, Organisation>();
  readonly #principals = new Map<string, Principal>();
  readonly #principalsByName = new Map<string, Principal>();
  readonly #keys = new Map<string, ApiKey>();
  readonly #keysByPrefix = new Map<string, ApiKey>();
  readonly #namespaces = new Map<string, Namespace>();
  readonly #namespaceNames = new Map<string, string>();
  readonly #grants = new Map<string, Grant>();
  readonly #grantsByTarget = new Map<string, Map<string, Grant>>();
  readonly #endorsements = new Map<string, Endorsement>();
  readonly #endorsementsByTool = new Map<string, Map<string, Endorsement>>();

  organisation = (id: string): Organisation | undefined => this.#organisations.get(id);
  organisationNamed = (name: string): Organisation | undefined => this.#organisationsByName.get(name);
  principal = (id: string): Principal | undefined => this.#principals.get(id);
  principalNamed = (organisationId: string, name: string): Principal | undefined =>
    this.#principalsByName.get(`${organisationId} ${name}`);
  key = (id: string): ApiKey | undefined => this.#keys.get(id);
  keyWithPrefix = (prefix: string): ApiKey | undefined => this.#keysByPrefix.get(prefix);
  /** By its present name or a former one. */
  namespace = (name: string): Namespace | undefined =>
    this.#namespaces.get(name) ?? this.#namespaces.get(this.aliases.namespace(name));
  grant = (id: string): Grant | undefined => this.#grants.get(id);
  endorsement = (id: string): Endorsement | undefined => this.#endorsements.get(id);

  keys = (): Iterable<ApiKey> => this.#keys.values();
  namespaces = (): Iterable<Namespace> => this.#namespaces.values();
  grants = (): Iterable<Grant> => this.#grants.values();
  endorsements = (): Iterable<Endorsement> => this.#endorsements.values();

  /**
   * Grants of a tool by name, by each of its capabilities or their ancestors, and by the server `ns/server` it lives
   * on, if any. Only the tool's own organisation can grant it.
   */
  grantsOf(tool: string, capabilities: readonly string[], organisationId: string, server?: string): Grant[] {
    const whole = server === undefined ? [] : [serverTarget(this.aliases.server(server))];
    const targets = new Set([tool, ...capabilities.flatMap(withAncestors), ...whole]);
    return [...targets]
      .flatMap((target) => [...(this.#grantsByTarget.get(target)?.values() ?? [])])
      .filter((grant) => grant.organisationId === organisationId);
  }

  /** Grants of a whole server by its own organisation. */
  grantsOfServer = (server: string, organisationId: string): Grant[] =>
    this.grantsOf(server, [], organisationId, server);

  isEndorsed = (tool: string, organisationId: string): boolean =>
    [...(this.#endorsementsByTool.get(tool)?.values() ?? [])].some((it) => it.organisationId === organisationId);

  /** Principals outside the owning organisation with access to a tool. */
  guestsOf(tool: string, capabilities: readonly string[], organisationId: string, server?: string): Guests {
    const grants = this.grantsOf(tool, capabilities, organisationId, server);
    const endorsements = [...(this.#endorsementsByTool.get(tool)?.values() ?? [])];
    return {
      principals: grants.flatMap((it) => (it.principalId === null ? [] : [it.principalId])),
      organisations: [
        ...grants.flatMap((it) => (it.granteeOrganisationId === null ? [] : [it.granteeOrganisationId])),
        ...endorsements.map((it) => it.organisationId),
      ],
    };
  }

  apply(change: IdentityChange): void {
    this.epoch += 1;
    switch (change.kind) {
      case 'organisation':
        replace(this.#organisations, this.#organisationsByName, change.id, change.state, (it) => it.name);
        break;
      case 'principal':
        replace(
          this.#principals,
          this.#principalsByName,
          change.id,
          change.state,
          (it) => `${it.organisationId} ${it.name}`,
        );
        break;
      case 'account':
        this.accounts.apply(change.id, change.state);
        break;
      case 'team':
        this.teams.apply(change.id, change.state);
        break;
      case 'namespace-alias':
      case 'tool-alias':
        this.aliases.apply(change.kind, change.id, change.state);
        break;
      case 'key':
        this.#applyKey(change.id, change.state);
        break;
      case 'namespace':
        this.#applyNamespace(change.id, change.state);
        break;
      case 'grant':
        regroup(this.#grants, this.#grantsByTarget, change.id, change.state, targetOf);
        break;
      case 'endorsement':
        regroup(this.#endorsements, this.#endorsementsByTool, change.id, change.state, (it) => it.tool);
        break;
    }
  }

  #applyKey(id: string, state: ApiKey | null): void {
    const former = this.#keys.get(id);
    for (const prefix of former === undefined ? [] : prefixesOf(former)) {
      if (this.#keysByPrefix.get(prefix) === former) this.#keysByPrefix.delete(prefix);
    }
    this.#keys.delete(id);
    if (state === null) return;
    this.#keys.set(id, state);
    for (const prefix of prefixesOf(state)) this.#keysByPrefix.set(prefix, state);
  }

  #applyNamespace(id: string, state: Namespace | null): void {
    const former = this.#namespaceNames.get(id);
    if (former !== undefined && this.#namespaces.get(former)?.id === id) this.#namespaces.delete(former);
    this.#namespaceNames.delete(id);
    if (state === null) return;
    this.#namespaceNames.set(id, state.name);
    this.#namespaces.set(state.name, state);
  }
}

/** What a key is found by: its own prefix, or those of its client's access tokens. */
const prefixesOf = ({ prefix, delegation }: ApiKey): readonly string[] =>
  delegation === undefined ? [prefix] : delegation.tokens.map((it) => it.prefix);

/** Capabilities and names of tools have no colon. */
const serverTarget = (server: string): string => `server:${server}`;

const targetOf = ({ tool, capability, server }: Grant): string => tool ?? capability ?? serverTarget(server ?? '');

/** `data.query.sql` → `data.query.sql`, `data.query`, `data`. */
const withAncestors = (capability: string): string[] => {
  const parts = capability.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
};

function replace<T>(
  byId: Map<string, T>,
  byName: Map<string, T>,
  id: string,
  state: T | null,
  nameOf: (it: T) => string,
) {
  const former = byId.get(id);
  // The name may have moved to another row whose change arrived first.
  if (former !== undefined && byName.get(nameOf(former)) === former) byName.delete(nameOf(former));
  byId.delete(id);
  if (state === null) return;
  byId.set(id, state);
  byName.set(nameOf(state), state);
}

function regroup<T>(
  byId: Map<string, T>,
  groups: Map<string, Map<string, T>>,
  id: string,
  state: T | null,
  groupOf: (it: T) => string,
) {
  const former = byId.get(id);
  if (former !== undefined) {
    const group = groups.get(groupOf(former));
    group?.delete(id);
    if (group?.size === 0) groups.delete(groupOf(former));
  }
  byId.delete(id);
  if (state === null) return;
  byId.set(id, state);
  const key = groupOf(state);
  const group = groups.get(key) ?? new Map<string, T>();
  groups.set(key, group.set(id, state));
}
