import type { ChangeCapability, ProposeCapability } from '@assay/contracts';
import { type Caller, type Directory, defaultOrganisation, recordChange, runsInstallation } from '@assay/identity';
import {
  type AuditLog,
  type ChangeFeed,
  type Clock,
  type Failure,
  fail,
  ok,
  type Random,
  type Result,
} from '@assay/kernel';
import { holdForReview } from '../reviews/hold-for-review.js';
import type { Review, ReviewStore } from '../reviews/review.js';
import type { Capability, CapabilityStore } from './capability.js';
import { nearestTags } from './nearest-tags.js';
import {
  type CapabilityProposal,
  movedTo,
  parentOf,
  refusalOf,
  refused,
  taken,
  unknownTag,
} from './place-capability.js';
import type { Taxonomy } from './taxonomy.js';

export interface CapabilityPorts {
  readonly taxonomy: Taxonomy;
  readonly capabilities: CapabilityStore;
  readonly reviews: Pick<ReviewStore, 'open'>;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}

type Proposed = { readonly added: Capability } | { readonly held: Review };

/** Maintains the taxonomy: every publisher can propose, administrators of the installation decide. */
export class ManageCapabilities {
  readonly #ports: CapabilityPorts;

  constructor(ports: CapabilityPorts) {
    this.#ports = ports;
  }

  /** Adds it for administrators of the installation; keeps it for review for other callers. */
  async propose(caller: Caller, { reason, ...proposal }: ProposeCapability): Promise<Result<Proposed, Failure>> {
    if (caller.namespaces !== null) {
      return fail('forbidden', 'The taxonomy is shared: propose with a key that is not restricted to namespaces.');
    }
    const refusal = refusalOf(proposal, this.#ports.taxonomy);
    if (refusal !== undefined) return refusal;
    if (runsInstallation(caller, this.#ports.directory)) {
      const added = await this.add(caller, proposal);
      return added.ok ? ok({ added: added.value }) : added;
    }
    const { tag } = proposal;
    const near = nearestTags(tag, this.#ports.taxonomy);
    const message = [
      reason ?? `${proposal.label}: ${proposal.description}`,
      ...(near.length > 0 ? [`nearest: ${near.join(', ')}`] : []),
    ].join('; ');
    const held = await holdForReview(this.#ports, caller, {
      organisationId: this.#installation(),
      kind: 'capability',
      subject: `#${tag}`,
      act: { kind: 'capability', proposal },
      findings: [{ path: '/tag', message }],
    });
    return held.ok ? ok({ held: held.value }) : held;
  }

  /** Adds a proposed capability on behalf of its proposer. */
  async add(caller: Caller, proposal: CapabilityProposal): Promise<Result<Capability, Failure>> {
    const refusal = refusalOf(proposal, this.#ports.taxonomy);
    if (refusal !== undefined) return refusal;
    const { capabilities, clock, random } = this.#ports;
    const { tag, label, description, aliases = [] } = proposal;
    const capability: Capability = {
      id: random.uuid(),
      organisationId: caller.organisationId ?? this.#installation(),
      tag,
      parent: parentOf(proposal, this.#ports.taxonomy),
      label,
      description,
      aliases: [...new Set(aliases)],
      mergedInto: null,
      deprecated: false,
      seedVersion: null,
      editedAt: clock.now(),
      createdAt: clock.now(),
      createdBy: caller.principalId,
    };
    if ((await capabilities.add(capability)) === 'taken') return taken(tag);
    await recordChange(this.#ports, caller, 'capability.add', tag, { parent: capability.parent, label });
    return ok(capability);
  }

  async change(caller: Caller, tag: string, body: ChangeCapability): Promise<Result<Capability, Failure>> {
    const found = this.#tended(caller, tag);
    if (!found.ok) return found;
    const node = found.value;
    const { aliases, parent, ...said } = body;
    const above = parent === undefined ? undefined : movedTo(node, parent, this.#ports.taxonomy);
    if (above !== undefined && !above.ok) return above;
    const patch = {
      ...said,
      ...(aliases && { aliases: [...new Set(aliases)] }),
      ...(above && { parent: above.value }),
    };
    if (!(await this.#ports.capabilities.change(node.tag, patch, this.#ports.clock.now()))) return movedOn(tag);
    await recordChange(this.#ports, caller, 'capability.change', node.tag, patch);
    return ok(this.#ports.taxonomy.row(node.tag) ?? node);
  }

  /** Its tag keeps working: tools that declare it, and queries for it, refer to the other one from now on. */
  async merge(caller: Caller, tag: string, into: string): Promise<Result<Capability, Failure>> {
    const found = this.#tended(caller, tag);
    if (!found.ok) return found;
    const node = found.value;
    const target = this.#ports.taxonomy.node(into);
    if (target === undefined) return unknownTag(into, this.#ports.taxonomy, '/into');
    if (this.#ports.taxonomy.path(target.tag).includes(node.tag)) {
      return refused('/into', `"${target.tag}" is "${node.tag}" itself or its descendant: merge into another one.`);
    }
    if (!(await this.#ports.capabilities.merge(node.tag, target.tag, this.#ports.clock.now()))) return movedOn(tag);
    await recordChange(this.#ports, caller, 'capability.merge', node.tag, { into: target.tag });
    return ok(this.#ports.taxonomy.row(target.tag) ?? target);
  }

  /** A node for administrators of the installation to change; a merged one cannot be changed any more. */
  #tended(caller: Caller, tag: string): Result<Capability, Failure> {
    const { directory, taxonomy } = this.#ports;
    if (!runsInstallation(caller, directory)) {
      return fail('forbidden', 'Whoever runs the installation tends the taxonomy: propose a capability instead.');
    }
    const node = taxonomy.row(tag);
    if (node === undefined) return unknownTag(tag, taxonomy);
    if (node.mergedInto === null) return ok(node);
    return fail('conflict', `"${tag}" has been merged: change "${taxonomy.canonical(tag)}" instead.`);
  }

  #installation = (): string => this.#ports.directory.organisationNamed(defaultOrganisation)?.id as string;
}

const movedOn = (tag: string): Result<never, Failure> => fail('conflict', `"${tag}" has changed: read it again.`);
