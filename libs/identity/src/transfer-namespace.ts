import type { OfferTransfer } from '@assay/contracts';
import { err, type Failure, fail, type Notices, ok, type Recipient, type Result } from '@assay/kernel';
import { type Caller, hasScope } from './caller.js';
import type { CommandMoves } from './command-moves.js';
import type { IdentityPorts } from './identity-ports.js';
import { runsInstallation } from './installation.js';
import { ownersOf } from './owners-of.js';
import { requireOwned } from './ownership.js';
import type { Handover, OwnershipStore } from './ownership-store.js';
import { recordChange } from './record-change.js';
import type { Namespace, Organisation } from './records.js';

export interface TransferPorts extends IdentityPorts {
  readonly ownership: Pick<OwnershipStore, 'offer' | 'withdrawOffer' | 'handOver'>;
  readonly notices: Notices;
  readonly commandMoves: CommandMoves;
}

export interface Transferred {
  readonly namespace: Namespace;
  /** What was not transferred, or what it is waiting for. */
  readonly warnings: readonly string[];
  /** False while acceptance is pending. */
  readonly done: boolean;
}

type Answer<T> = Promise<Result<T, Failure>>;

/**
 * Transfers a namespace to another organisation: an owner offers, an administrator there accepts. Administrators of the
 * installation need no consent. Grants by the former owners end, and so do that organisation's own endorsements;
 * endorsements by others remain, since they concern the tool. Secrets are never transferred.
 */
export class TransferNamespace {
  readonly #ports: TransferPorts;

  constructor(ports: TransferPorts) {
    this.#ports = ports;
  }

  async offer(caller: Caller, name: string, body: OfferTransfer): Answer<Transferred> {
    const owned = requireOwned(this.#ports.directory, caller, name);
    const namespace = owned.ok ? owned.value : this.#ports.directory.namespace(name);
    const atOnce = runsInstallation(caller, this.#ports.directory);
    if (namespace === undefined || (!owned.ok && !atOnce)) return owned.ok ? missing(name) : owned;
    const receiver = this.#receiver(namespace, body, atOnce);
    if (!receiver.ok) return receiver;
    const { organisation, ownerId } = receiver.value;
    const refused = this.#ports.commandMoves(caller, namespace.name, organisation.id);
    if (refused !== undefined) return err(refused);
    if (atOnce) {
      if (ownerId === null) return needsOwner(organisation);
      return this.#handOver(caller, namespace, organisation, ownerId, null);
    }
    const offer = {
      toOrganisationId: organisation.id,
      ownerId,
      offeredAt: this.#ports.clock.now(),
      offeredBy: caller.principalId,
    };
    if (!(await this.#ports.ownership.offer(namespace, offer))) return missing(name);
    await this.#recordBoth(caller, 'namespace.offer', namespace, organisation.id, { organisation: organisation.name });
    const waits = `An administrator of "${organisation.name}" has to accept: POST /v1/namespaces/${namespace.name}/transfer/accept.`;
    const owner = `If it has no principal "${body.owner}", the accepting principal owns the namespace.`;
    const warnings = body.owner === undefined ? [waits] : [waits, owner];
    return ok({ namespace: this.#current(namespace), warnings, done: false });
  }

  async accept(caller: Caller, name: string): Answer<Transferred> {
    const offered = this.#offeredTo(caller, name);
    if (!offered.ok) return offered;
    const { namespace, transfer, organisation } = offered.value;
    const refused = this.#ports.commandMoves(caller, namespace.name, organisation.id);
    if (refused !== undefined) return err(refused);
    const ownerId = transfer.ownerId ?? (caller.principalId as string);
    return this.#handOver(caller, namespace, organisation, ownerId, transfer.offeredAt);
  }

  /** Owners withdraw their offer; administrators of the other organisation decline it. */
  async withdraw(caller: Caller, name: string): Answer<null> {
    const owned = requireOwned(this.#ports.directory, caller, name);
    const offered = this.#offeredTo(caller, name);
    const namespace = owned.ok ? owned.value : offered.ok ? offered.value.namespace : undefined;
    if (namespace === undefined) return offered.ok ? missing(name) : offered;
    const offer = namespace.transfer;
    if (offer === null || !(await this.#ports.ownership.withdrawOffer(namespace.id, offer.offeredAt))) {
      return fail('conflict', `"${name}" is not offered, or is offered to someone else: read it again.`);
    }
    const action = owned.ok ? 'namespace.withdraw-offer' : 'namespace.decline';
    await this.#recordBoth(caller, action, namespace, offer.toOrganisationId, {});
    return ok(null);
  }

  #offeredTo(caller: Caller, name: string) {
    const namespace = this.#ports.directory.namespace(name);
    const transfer = namespace?.transfer ?? null;
    const organisation =
      caller.organisationId === null ? undefined : this.#ports.directory.organisation(caller.organisationId);
    const isFor = transfer !== null && organisation?.id === transfer.toOrganisationId;
    if (namespace === undefined || transfer === null || !isFor || organisation === undefined) return missing(name);
    if (!hasScope(caller, 'admin') || caller.namespaces !== null) {
      return fail('forbidden', 'An offer is for administrators to accept, with a key that is not narrowed.');
    }
    return ok({ namespace, transfer, organisation });
  }

  #receiver(
    namespace: Namespace,
    { organisation: name, owner }: OfferTransfer,
    atOnce: boolean,
  ): Result<{ organisation: Organisation; ownerId: string | null }, Failure> {
    const { directory } = this.#ports;
    const organisation = directory.organisationNamed(name);
    if (organisation === undefined) return fail('not_found', `No organisation "${name}".`);
    if (organisation.id === namespace.organisationId) {
      return fail('conflict', `"${namespace.name}" belongs to "${name}" already: its owners are its members.`);
    }
    if (owner === undefined) return ok({ organisation, ownerId: null });
    const principal = directory.principalNamed(organisation.id, owner);
    // Who belongs to another organisation is not for a mere owner to learn.
    if (principal === undefined && !atOnce) return ok({ organisation, ownerId: null });
    return principal === undefined
      ? fail('not_found', `No principal "${owner}" in "${name}": omit the owner, or name an existing principal.`)
      : ok({ organisation, ownerId: principal.id });
  }

  async #handOver(
    caller: Caller,
    namespace: Namespace,
    to: Organisation,
    ownerId: string,
    offeredAt: number | null,
  ): Answer<Transferred> {
    const handover: Handover = {
      namespaceId: namespace.id,
      fromOrganisationId: namespace.organisationId,
      toOrganisationId: to.id,
      ownerId,
      offeredAt,
      at: this.#ports.clock.now(),
    };
    const former = ownersOf(this.#ports.directory, namespace.name);
    const left = await this.#ports.ownership.handOver(handover);
    if (left === undefined) {
      return fail('conflict', `"${namespace.name}" or its offer has changed: read it again.`);
    }
    const from = this.#ports.directory.organisation(namespace.organisationId)?.name;
    await this.#recordBoth(caller, 'namespace.transfer', namespace, to.id, { from, to: to.name, ...left });
    const taker = { organisationId: to.id, principalId: ownerId };
    await this.#tell(namespace, to, [...former, taker], handover.at);
    const warnings = [
      ...left.strippedServers.map(
        (server) => `The secrets of ${server} were removed: set new ones with PATCH /v1/servers/${server}.`,
      ),
      ...(left.grantsEnded > 0 ? [`${left.grantsEnded} grants of the former owners have ended.`] : []),
      ...(namespace.proven === null ? [] : [`The proof of ${namespace.proven.domain} has expired: prove it again.`]),
    ];
    return ok({ namespace: this.#current(namespace), warnings, done: true });
  }

  /** Recorded in the audit log of both organisations. */
  async #recordBoth(
    caller: Caller,
    action: string,
    { name, organisationId }: Namespace,
    toOrganisationId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const others = [...new Set([organisationId, toOrganisationId])].filter((it) => it !== caller.organisationId);
    const settled = others.map(
      (other) =>
        this.#ports.audit.append({
          organisationId: other,
          principalId: caller.principalId,
          action,
          subject: name,
          details,
        }).settled,
    );
    await Promise.all([...settled, recordChange(this.#ports, caller, action, name, details)]);
  }

  #tell({ id, name }: Namespace, to: Organisation, recipients: readonly Recipient[], at: number): Promise<void> {
    return this.#ports.notices.send([
      {
        key: `namespace.transferred ${id} ${at}`,
        kind: 'namespace.transferred',
        subject: name,
        text: `The namespace "${name}" belongs to "${to.name}" now. Its names and versions stay as they are.`,
        details: { namespace: name, organisation: to.name },
        to: recipients,
      },
    ]);
  }

  #current = (namespace: Namespace): Namespace => this.#ports.directory.namespace(namespace.name) ?? namespace;
}

const missing = (name: string) => fail('not_found', `No namespace "${name}" is offered to your organisation.`);

const needsOwner = (organisation: Organisation) =>
  fail(
    'invalid_request',
    `Name the principal of "${organisation.name}" who will own it: there is no acceptance step here.`,
    {
      issues: [{ path: '/owner', message: 'is required when the namespace moves immediately' }],
    },
  );
