import type { CreateNamespace, NamespaceProof } from '@assay/contracts';
import { err, type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Caller, reaches } from './caller.js';
import type { IdentityPorts } from './identity-ports.js';
import type { ManageNamespaces } from './manage-namespaces.js';
import { requireOwned } from './ownership.js';
import type { OwnershipStore } from './ownership-store.js';
import { domainOfNamespace, holdsNamespace, type ProveDomain } from './prove-domain.js';
import { recordChange } from './record-change.js';
import type { Namespace, Proven } from './records.js';

export interface ProofPorts extends IdentityPorts {
  readonly ownership: Pick<OwnershipStore, 'prove'>;
  readonly domains: Pick<ProveDomain, 'run'>;
  readonly namespaces: Pick<ManageNamespaces, 'claim'>;
}

type Answer = Promise<Result<Namespace, Failure>>;

/** Claims of namespaces that represent a domain, by the holder of the domain's key. */
export class ProveNamespace {
  readonly #ports: ProofPorts;

  constructor(ports: ProofPorts) {
    this.#ports = ports;
  }

  /** As any claim; a proof replaces the administrator's approval. */
  async claim(caller: Caller, { proof, ...body }: CreateNamespace): Answer {
    if (proof === undefined) return this.#ports.namespaces.claim(caller, body);
    // A claim that would be rejected anyway is rejected before a remote look-up.
    if (caller.principalId === null) return fail('unauthenticated', 'Claiming a namespace needs a key.');
    if (!reaches(caller, body.name)) {
      return fail('forbidden', `Your key is restricted to other namespaces than "${body.name}".`);
    }
    const proven = await this.#prove(body.name, proof, '/proof');
    return proven.ok ? this.#ports.namespaces.claim(caller, body, proven.value) : proven;
  }

  /** Proves the domain of an existing namespace, or renews the proof. */
  async prove(caller: Caller, name: string, proof: NamespaceProof): Answer {
    const owned = requireOwned(this.#ports.directory, caller, name);
    if (!owned.ok) return owned;
    const present = owned.value.name;
    const proven = await this.#prove(present, proof, '');
    if (!proven.ok) return proven;
    if (!(await this.#ports.ownership.prove(owned.value, proven.value))) {
      return fail('conflict', `"${present}" was renamed or transferred: read it again.`);
    }
    const { method, domain } = proven.value;
    await recordChange(this.#ports, caller, 'namespace.prove', present, { method, domain });
    return ok(this.#ports.directory.namespace(present) ?? owned.value);
  }

  /** `at` is the pointer to the proof in the request. */
  async #prove(name: string, { method, ...proof }: NamespaceProof, at: string): Promise<Result<Proven, Failure>> {
    const domain = proof.domain ?? domainOfNamespace(name);
    const checked = await this.#ports.domains.run(method, { ...proof, domain });
    if (!checked.ok) return err(below(checked.error, at));
    if (!holdsNamespace(checked.value.namespaces, name)) {
      return fail(
        'forbidden',
        `A proof of ${checked.value.domain} by ${method} is good for ${checked.value.namespaces.join(' and ')}, not for "${name}".`,
      );
    }
    return ok({ method, domain: checked.value.domain, at: this.#ports.clock.now() });
  }
}

const below = (failure: Failure, at: string): Failure =>
  failure.issues === undefined
    ? failure
    : { ...failure, issues: failure.issues.map((it) => ({ ...it, path: `${at}${it.path}` })) };
