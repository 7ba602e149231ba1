import { digestText } from '@assay/kernel';
import { shippedPolicies, shippedPolicyName } from './default-policies.js';
import type { Policy, PolicyChange } from './policy.js';

/** Policies in force. */
export interface PolicyInForce {
  readonly name: string;
  /** 0 of what ships and was never changed. */
  readonly version: number;
  readonly text: string;
  readonly description: string | null;
  readonly digest: string;
  readonly shipped: boolean;
  readonly changedAt: number | null;
  readonly changedBy: string | null;
}

const shippedDescription = 'What ships with Assay: safe, and not in the way.';

/** Policies in memory, by organisation, as the change feed tells them. What ships is in force where nothing took its place. */
export class PolicyBook {
  readonly #policies = new Map<string, Policy>();
  readonly #byOrganisation = new Map<string, Map<string, Policy>>();
  readonly #inForce = new Map<string, readonly PolicyInForce[]>();
  readonly #shipped: PolicyInForce;
  /** What is in force for those that have put nothing. */
  readonly onlyShipped: readonly PolicyInForce[];

  /** @param text what ships; the default set unless said otherwise. */
  constructor(text: string = shippedPolicies) {
    this.#shipped = {
      name: shippedPolicyName,
      version: 0,
      text,
      description: shippedDescription,
      digest: digestText(text),
      shipped: true,
      changedAt: null,
      changedBy: null,
    };
    this.onlyShipped = Object.freeze([this.#shipped]);
  }

  /** Sorted by name. The same array until something changes, so that it can be compared by identity. */
  of(organisationId: string): readonly PolicyInForce[] {
    const known = this.#inForce.get(organisationId);
    if (known !== undefined) return known;
    const own = this.#byOrganisation.get(organisationId);
    if (own === undefined) return this.onlyShipped;
    const found = Object.freeze(this.#collect(own));
    this.#inForce.set(organisationId, found);
    return found;
  }

  inForce = (organisationId: string, name: string): PolicyInForce | undefined =>
    this.of(organisationId).find((it) => it.name === name);

  /** The newest row of a name, also when it was deleted. */
  latest = (organisationId: string, name: string): Policy | undefined =>
    this.#byOrganisation.get(organisationId)?.get(name);

  apply({ id, state }: PolicyChange): void {
    const former = this.#policies.get(id);
    if (former !== undefined) {
      this.#byOrganisation.get(former.organisationId)?.delete(former.name);
      this.#inForce.delete(former.organisationId);
      this.#policies.delete(id);
    }
    if (state === null) return;
    this.#policies.set(id, state);
    const own = this.#byOrganisation.get(state.organisationId) ?? new Map<string, Policy>();
    this.#byOrganisation.set(state.organisationId, own.set(state.name, state));
    this.#inForce.delete(state.organisationId);
  }

  #collect(own: ReadonlyMap<string, Policy>): PolicyInForce[] {
    const found = [...own.values()].flatMap((it): PolicyInForce[] => {
      if (it.text !== null) return [{ ...it, text: it.text, digest: digestText(it.text), shipped: false }];
      return it.name === shippedPolicyName ? [{ ...this.#shipped, version: it.version }] : [];
    });
    if (!own.has(shippedPolicyName)) found.push(this.#shipped);
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
