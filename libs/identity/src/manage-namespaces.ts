import type { CreateNamespace, Visibility } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Caller, reaches } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';
import { runsInstallation } from './installation.js';
import { requireOwned } from './ownership.js';
import { recordChange } from './record-change.js';
import type { Namespace, Principal, Proven } from './records.js';

type Answer = Promise<Result<Namespace, Failure>>;

/** Claiming namespaces and deciding who owns them. */
export class ManageNamespaces {
  readonly #ports: IdentityPorts;

  constructor(ports: IdentityPorts) {
    this.#ports = ports;
  }

  /**
   * First come, first served; a dotted name represents a domain and needs a proof of it, or an administrator of the
   * installation.
   */
  async claim(caller: Caller, body: Omit<CreateNamespace, 'proof'>, proven: Proven | null = null): Answer {
    const { principalId, organisationId } = caller;
    if (principalId === null || organisationId === null)
      return fail('unauthenticated', 'Claiming a namespace needs a key.');
    if (!reaches(caller, body.name))
      return fail('forbidden', `Your key is restricted to other namespaces than "${body.name}".`);
    if (proven === null && body.name.includes('.') && !runsInstallation(caller, this.#ports.directory)) {
      return fail(
        'forbidden',
        `"${body.name}" stands for a domain: prove that it is yours with \`proof\`, or ask an administrator of this installation to claim it and hand it over to you.`,
      );
    }
    const namespace: Namespace = {
      id: this.#ports.random.uuid(),
      name: body.name,
      organisationId,
      visibility: body.visibility ?? 'organisation',
      owners: [principalId],
      teams: [],
      proven,
      transfer: null,
      createdAt: this.#ports.clock.now(),
      createdBy: principalId,
    };
    if ((await this.#ports.store.addNamespace(namespace)) === 'taken') {
      return fail(
        'conflict',
        `The namespace "${body.name}" is taken: choose another name, or ask its owner to add you.`,
      );
    }
    await recordChange(this.#ports, caller, 'namespace.create', body.name, {
      visibility: namespace.visibility,
      ...(proven && { proven: { method: proven.method, domain: proven.domain } }),
    });
    return ok(namespace);
  }

  async changeVisibility(caller: Caller, name: string, visibility: Visibility): Answer {
    const owned = requireOwned(this.#ports.directory, caller, name);
    if (!owned.ok) return owned;
    if (!(await this.#ports.store.changeVisibility(owned.value.name, visibility))) return movedOn(name);
    await recordChange(this.#ports, caller, 'namespace.change', owned.value.name, { visibility });
    return this.#current(owned.value);
  }

  async addMember(caller: Caller, name: string, principal: string): Answer {
    const found = this.#memberOf(caller, name, principal);
    if (!found.ok) return found;
    const { namespace, member } = found.value;
    if (!(await this.#ports.store.addOwner(namespace.name, member.id))) return movedOn(name);
    await recordChange(this.#ports, caller, 'namespace.add-member', namespace.name, { principal });
    return this.#current(found.value.namespace);
  }

  async removeMember(caller: Caller, name: string, principal: string): Answer {
    const found = this.#memberOf(caller, name, principal);
    if (!found.ok) return found;
    const { namespace, member } = found.value;
    const outcome = await this.#ports.store.removeOwner(namespace.name, member.id);
    if (outcome === 'missing') return fail('not_found', `"${principal}" is not an owner of "${name}".`);
    if (outcome === 'last')
      return fail('conflict', `"${principal}" is the last owner of "${name}": add another one first.`);
    await recordChange(this.#ports, caller, 'namespace.remove-member', namespace.name, { principal });
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

const movedOn = (name: string): Result<never, Failure> =>
  fail('conflict', `"${name}" was renamed or transferred: read it again.`);
