import type { CreateGrant } from '@assay/contracts';
import { type Failure, fail, namespaceOf, ok, type Result } from '@assay/kernel';
import { anonymousName } from './anonymous.js';
import { type Caller, hasScope, reaches } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';
import { owns, requireOwned } from './ownership.js';
import { recordChange } from './record-change.js';
import type { Endorsement, Grant } from './records.js';

/** Whether a caller sees a tool, according to the catalogue. */
export type SeesTool = (caller: Caller, tool: string) => boolean;

/** Whether a server with that name is registered. */
export type HasServer = (server: string) => boolean;

const objectOf = ({ tool, capability, server }: Grant): string => tool ?? capability ?? server ?? '';

/** Grants by owners, and endorsements by administrators. */
export class ManageGrants {
  readonly #ports: IdentityPorts;
  readonly #seesTool: SeesTool;
  readonly #hasServer: HasServer;

  constructor(ports: IdentityPorts, seesTool: SeesTool, hasServer: HasServer = () => false) {
    this.#ports = ports;
    this.#seesTool = seesTool;
    this.#hasServer = hasServer;
  }

  /**
   * Owners grant their tools and servers; a whole capability of the organisation's own tools is an administrator's to
   * grant, and so is a server to callers without a key.
   */
  async grant(caller: Caller, asked: CreateGrant): Promise<Result<Grant, Failure>> {
    const { aliases } = this.#ports.directory;
    const body = {
      ...asked,
      ...(asked.tool && { tool: aliases.tool(asked.tool) }),
      ...(asked.server && { server: aliases.server(asked.server) }),
    };
    const allowed = this.#mayGrant(caller, body);
    if (!allowed.ok) return allowed;
    const grantee = await this.#grantee(caller, body);
    if (!grantee.ok) return grantee;
    const grant: Grant = {
      id: this.#ports.random.uuid(),
      organisationId: caller.organisationId as string,
      ...grantee.value,
      tool: body.tool ?? null,
      capability: body.capability ?? null,
      server: body.server ?? null,
      actions: ['call'],
      createdAt: this.#ports.clock.now(),
      createdBy: caller.principalId,
    };
    await this.#ports.store.addGrant(grant);
    await recordChange(this.#ports, caller, 'grant.create', objectOf(grant), {
      grant: grant.id,
      to: body.principal ?? body.organisation,
    });
    return ok(grant);
  }

  async withdraw(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const grant = this.#ports.directory.grant(id);
    if (grant === undefined || !this.#mayManage(caller, grant))
      return fail('not_found', `You have no grant with the id "${id}".`);
    await this.#ports.store.removeGrant(id);
    await recordChange(this.#ports, caller, 'grant.delete', objectOf(grant), { grant: id });
    return ok(null);
  }

  /** Endorses for the caller's own organisation. Endorsing twice is one endorsement. */
  async endorse(caller: Caller, name: string, organisation?: string): Promise<Result<Endorsement, Failure>> {
    const { directory, store, clock, random } = this.#ports;
    const tool = directory.aliases.tool(name);
    const own = caller.organisationId === null ? undefined : directory.organisation(caller.organisationId);
    if (own === undefined || !hasScope(caller, 'admin') || (organisation !== undefined && organisation !== own.name)) {
      return fail('forbidden', 'A tool is endorsed by an administrator of the organisation it is endorsed for.');
    }
    if (!reaches(caller, namespaceOf(tool))) {
      return fail(
        'forbidden',
        `Your key is restricted to other namespaces: use one that reaches "${namespaceOf(tool)}".`,
      );
    }
    if (!this.#seesTool(caller, tool)) return fail('not_found', `No tool "${tool}".`);
    const endorsement = await store.addEndorsement({
      id: random.uuid(),
      organisationId: own.id,
      tool,
      createdAt: clock.now(),
      createdBy: caller.principalId,
    });
    await recordChange(this.#ports, caller, 'endorsement.create', tool, { organisation: own.name });
    return ok(endorsement);
  }

  async withdrawEndorsement(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const endorsement = this.#ports.directory.endorsement(id);
    if (
      endorsement === undefined ||
      endorsement.organisationId !== caller.organisationId ||
      !hasScope(caller, 'admin') ||
      !reaches(caller, namespaceOf(endorsement.tool))
    ) {
      return fail('not_found', `No endorsement of your organisation has the id "${id}".`);
    }
    await this.#ports.store.removeEndorsement(id);
    await recordChange(this.#ports, caller, 'endorsement.delete', endorsement.tool, { endorsement: id });
    return ok(null);
  }

  /** Grants this caller may manage, newest first. */
  list(caller: Caller): Grant[] {
    return [...this.#ports.directory.grants()]
      .filter((it) => this.#mayManage(caller, it))
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** The grant's creator, its namespace's owners, and administrators, within their credential's namespaces. */
  #mayManage(caller: Caller, grant: Grant): boolean {
    if (grant.organisationId !== caller.organisationId) return false;
    const name = grant.tool ?? grant.server;
    const namespace = name === null ? undefined : this.#ports.directory.namespace(namespaceOf(name));
    if (namespace !== undefined && owns(caller, namespace)) return true;
    const reached = name === null ? caller.namespaces === null : reaches(caller, namespaceOf(name));
    return reached && (hasScope(caller, 'admin') || grant.createdBy === caller.principalId);
  }

  #mayGrant(caller: Caller, body: CreateGrant): Result<null, Failure> {
    if (body.principal === anonymousName && (body.server === undefined || !hasScope(caller, 'admin')))
      return fail(
        'forbidden',
        'Callers without a key can be granted a server, by an administrator: give server, with a key that has the scope admin.',
      );
    if (body.server !== undefined) return this.#mayGrantServer(caller, body.server);
    if (body.tool === undefined) {
      return hasScope(caller, 'admin') && caller.namespaces === null
        ? ok(null)
        : fail('forbidden', 'Granting a whole capability needs the scope admin and a key that is not narrowed.');
    }
    const owned = requireOwned(this.#ports.directory, caller, namespaceOf(body.tool));
    if (!owned.ok) return owned;
    return this.#seesTool(caller, body.tool) ? ok(null) : fail('not_found', `No tool "${body.tool}".`);
  }

  #mayGrantServer(caller: Caller, server: string): Result<null, Failure> {
    const owned = requireOwned(this.#ports.directory, caller, namespaceOf(server));
    if (!owned.ok) return owned;
    return this.#hasServer(server) ? ok(null) : fail('not_found', `No server "${server}".`);
  }

  async #grantee(
    caller: Caller,
    body: CreateGrant,
  ): Promise<Result<Pick<Grant, 'principalId' | 'granteeOrganisationId'>, Failure>> {
    const { directory } = this.#ports;
    if (body.principal === anonymousName)
      return ok({ principalId: await this.#anonymous(caller), granteeOrganisationId: null });
    if (body.organisation !== undefined) {
      const organisation = directory.organisationNamed(body.organisation);
      return organisation === undefined
        ? fail('not_found', `No organisation "${body.organisation}".`)
        : ok({ principalId: null, granteeOrganisationId: organisation.id });
    }
    const principal = directory.principalNamed(caller.organisationId as string, body.principal as string);
    return principal === undefined
      ? fail('not_found', `No principal "${body.principal}" in your organisation.`)
      : ok({ principalId: principal.id, granteeOrganisationId: null });
  }

  /** The principal that represents anonymous callers; created with the first grant to them. */
  async #anonymous(caller: Caller): Promise<string> {
    const organisationId = caller.organisationId as string;
    const known = this.#ports.directory.principalNamed(organisationId, anonymousName);
    if (known !== undefined) return known.id;
    const { store, random, clock } = this.#ports;
    const made = { id: random.uuid(), organisationId, kind: 'service' as const, name: anonymousName };
    return (await store.addPrincipal({ ...made, createdAt: clock.now() })).id;
  }
}
