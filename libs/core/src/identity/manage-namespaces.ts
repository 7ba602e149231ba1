import type { CreateNamespace, Visibility } from '@assay/contracts';
import { type Failure, fail } from '../kernel/failure.js';
import { ok, type Result } from '../kernel/result.js';
import { type Caller, hasScope, reaches } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';
import { requireOwned } from './ownership.js';
import { recordChange } from './record-change.js';
import type { Namespace, Principal } from './records.js';

type Answer = Promise<Result<Namespace, Failure>>;

/** Claiming namespaces and deciding who owns them. */
export class ManageNamespaces {
  readonly #ports: IdentityPorts;

  constructor(ports: IdentityPorts) {
    this.#ports = ports;
  }

  /** First come, first served; a dotted name stands for a domain and needs an administrator until it can be proven. */
  async claim(caller: Caller, body: CreateNamespace): Answer {
    const { principalId, organisationId } = caller;
    if (principalId === null || organisationId === null)
      return fail('unauthenticated', 'Claiming a namespace needs a key.');
    if (!reaches(caller, body.name))
      return fail('forbidden', `Your key is narrowed to other namespaces than "${body.name}".`);
    if (body.name.includes('.') && !hasScope(caller, 'admin')) {
      return fail(
        'forbidden',
        `"${body.name}" stands for a domain: ask an administrator to claim it and add you as a member.`,
      );
    }
    const namespace: Namespace = {
      id: this.#ports.random.uuid(),
      name: body.name,
      organisationId,
      visibility: body.visibility ?? 'organisation',
      owners: [principalId],
      createdAt: this.#ports.clock.now(),
      createdBy: principalId,
    };
    if ((await this.#ports.store.addNamespace(namespace)) === 'taken') {
      return fail(
        'conflict',
        `The namespace "${body.name}" is taken: choose another name, or ask its owner to add you.`,
      );
    }
    await recordChange(this.#ports, caller, 'namespace.create', body.name, { visibility: namespace.visibility });
    return ok(namespace);
  }

  async changeVisibility(caller: Caller, name: string, visibility: Visibility): Answer {
    const owned = requireOwned(this.#ports.directory, caller, name);
    if (!owned.ok) return owned;
    await this.#ports.store.changeVisibility(name, visibility);
    await recordChange(this.#ports, caller, 'namespace.change', name, { visibility });
    return this.#current(owned.value);
  }

  async addMember(caller: Caller, name: string, principal: string): Answer {
    const found = this.#memberOf(caller, name, principal);
    if (!found.ok) return found;
    await this.#ports.store.addOwner(name, found.value.member.id);
    await recordChange(this.#ports, caller, 'namespace.add-member', name, { principal });
    return this.#current(found.value.namespace);
  }

  async removeMember(caller: Caller, name: string, principal: string): Answer {
    const found = this.#memberOf(caller, name, principal);
    if (!found.ok) return found;
    const outcome = await this.#ports.store.removeOwner(name, found.value.member.id);
    if (outcome === 'missing') return fail('not_found', `"${principal}" is no owner of "${name}".`);
    if (outcome === 'last')
      return fail('conflict', `"${principal}" is the last owner of "${name}": add another one first.`);
    await recordChange(this.#ports, caller, 'namespace.remove-member', name, { principal });
    return this.#current(found.value.namespace);
  }

  #memberOf(
    caller: Caller,
    name: string,
    principal: string,
  ): Result<{ namespace: Namespace; member: Principal }, Failure> {
    const owned = requireOwned(this.#ports.directory, caller, name);
    if (!owned.ok) return owned;
    const member = this.#ports.directory.principalNamed(owned.value.organisationId, principal);
    if (member === undefined) {
      return fail(
        'not_found',
        `No principal "${principal}" in this organisation: an administrator creates one with its first key (POST /v1/keys).`,
      );
    }
    return ok({ namespace: owned.value, member });
  }

  #current(namespace: Namespace): Result<Namespace, Failure> {
    return ok(this.#ports.directory.namespace(namespace.name) ?? namespace);
  }
}
