import { type CreatedKey, type CreateKey, scopes as knownScopes, roles } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { anonymousName } from './anonymous.js';
import { issueKey } from './api-key.js';
import { type Caller, hasScope, reaches } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';
import { commandScope, defaultOrganisation, isInstallation, runsInstallation, scopesIn } from './installation.js';
import { endOfKey } from './key-in-force.js';
import { recordChange } from './record-change.js';
import type { ApiKey, Organisation } from './records.js';

const reserved = fail(
  'invalid_request',
  `"${anonymousName}" is reserved for callers without a key: choose another name.`,
  { issues: [{ path: '/principal/name', message: 'is reserved for callers without a key' }] },
);

/** Issuing and revoking API keys. */
export class ManageKeys {
  readonly #ports: IdentityPorts;

  constructor(ports: IdentityPorts) {
    this.#ports = ports;
  }

  /** Creates the key, and with the first key its principal. Callers cannot issue rights they do not have. */
  async create(caller: Caller, asked: CreateKey): Promise<Result<CreatedKey, Failure>> {
    const namespaces = asked.namespaces?.map(this.#ports.directory.aliases.namespace);
    const body = { ...asked, ...(namespaces && { namespaces }) };
    const checked = this.#check(caller, body);
    if (!checked.ok) return checked;
    if (body.principal.name === anonymousName) return reserved;
    const { organisation, scopes, expiresAt } = checked.value;
    const { random, clock, store } = this.#ports;
    const principal = await store.addPrincipal({
      id: random.uuid(),
      organisationId: organisation.id,
      kind: body.principal.kind,
      name: body.principal.name,
      createdAt: clock.now(),
    });
    if (principal.kind !== body.principal.kind) {
      return fail(
        'conflict',
        `"${principal.name}" is a principal of kind ${principal.kind} already: use that kind or another name.`,
      );
    }
    const issued = issueKey(random);
    const key: ApiKey = {
      id: random.uuid(),
      organisationId: organisation.id,
      principalId: principal.id,
      prefix: issued.prefix,
      hash: issued.hash,
      scopes,
      namespaces: body.namespaces ?? null,
      createdAt: clock.now(),
      createdBy: caller.principalId,
      expiresAt,
      revokedAt: null,
    };
    await store.addKey(key);
    await recordChange(this.#ports, caller, 'key.create', principal.name, {
      prefix: key.prefix,
      scopes,
      namespaces: key.namespaces,
    });
    return ok({ id: key.id, key: issued.key, prefix: key.prefix });
  }

  /** An administrator can revoke any key of the organisation, other callers only their own. */
  async revoke(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const key = this.#ports.directory.key(id);
    if (key === undefined || !this.#mayTouch(caller, key)) return fail('not_found', `No key has the id "${id}".`);
    await this.#ports.store.revokeKey(id, this.#ports.clock.now());
    await recordChange(this.#ports, caller, 'key.revoke', id, { prefix: key.prefix });
    return ok(null);
  }

  /** Keys this caller may see, newest first. */
  list(caller: Caller): ApiKey[] {
    return [...this.#ports.directory.keys()]
      .filter((key) => this.#mayTouch(caller, key))
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** Keys in force of the clients that act for this caller, newest first. A client is not shown the others. */
  clientsOf(caller: Caller): ApiKey[] {
    const now = this.#ports.clock.now();
    return this.list(caller).filter(
      (key) =>
        key.delegation !== undefined &&
        key.principalId === caller.principalId &&
        (caller.client === undefined || key.id === caller.keyId) &&
        endOfKey(key, now) === undefined,
    );
  }

  #mayTouch(caller: Caller, key: ApiKey): boolean {
    if (key.principalId === caller.principalId) return true;
    return (
      hasScope(caller, 'admin') &&
      within(caller, key.namespaces) &&
      (key.organisationId === caller.organisationId || runsInstallation(caller, this.#ports.directory))
    );
  }

  #check(
    caller: Caller,
    body: CreateKey,
  ): Result<{ organisation: Organisation; scopes: string[]; expiresAt: number | null }, Failure> {
    const { directory, clock } = this.#ports;
    if (!hasScope(caller, 'admin')) {
      return fail('forbidden', 'Keys are created by administrators: ask one, or use a key with the scope admin.');
    }
    const own = caller.organisationId === null ? undefined : directory.organisation(caller.organisationId);
    const organisation = body.organisation === undefined ? own : directory.organisationNamed(body.organisation);
    if (
      organisation === undefined ||
      (organisation.id !== own?.id && !runsInstallation(caller, this.#ports.directory))
    ) {
      return fail('not_found', `No organisation "${body.organisation}" that you administer.`);
    }
    if (body.scopes?.includes(commandScope) && !isInstallation(directory, organisation.id))
      return noCommandsIn(organisation);
    const asked: readonly string[] = body.role === undefined ? (body.scopes ?? []) : roles[body.role];
    const scopes = [...new Set(scopesIn(directory, organisation.id, asked))];
    const beyond = scopes.filter((it) => (knownScopes as readonly string[]).includes(it) && !hasScope(caller, it));
    if (beyond.length > 0) return fail('forbidden', `You cannot give scopes you do not hold: ${beyond.join(', ')}.`);
    if (!within(caller, body.namespaces ?? null)) {
      return fail(
        'forbidden',
        `Your key is restricted to ${caller.namespaces?.join(', ')}: give only these namespaces.`,
      );
    }
    const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
    if (expiresAt !== null && expiresAt <= clock.now()) {
      return fail('invalid_request', 'expiresAt is in the past.', {
        issues: [{ path: '/expiresAt', message: 'must lie in the future' }],
      });
    }
    return ok({ organisation, scopes, expiresAt });
  }
}

const noCommandsIn = ({ name }: Organisation) =>
  fail(
    'command_forbidden',
    `The scope ${commandScope} exists in the organisation "${defaultOrganisation}" only: remove it for keys of "${name}".`,
    { issues: [{ path: '/scopes', message: `must not contain ${commandScope}` }] },
  );

/** Whether a narrowing is no wider than the caller's own. */
const within = (caller: Caller, namespaces: readonly string[] | null): boolean =>
  caller.namespaces === null || (namespaces?.every((it) => reaches(caller, it)) ?? false);
