import {
  DecideCalls,
  EvaluatePolicies,
  type EvaluatePolicyPorts,
  ManagePolicies,
  PolicyBook,
  type PolicyChange,
  type PolicyEngine,
  type PolicyStore,
} from '@assay/gateway';
import type { IdentityPorts } from '@assay/identity';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { filterChanges } from '../../platform/memory/filter-changes.js';

interface PoliciesParts extends Omit<IdentityPorts, 'store'> {
  readonly catalogue: Catalogue;
  readonly store: PolicyStore;
  readonly engine: PolicyEngine;
  readonly examine: EvaluatePolicyPorts['examine'];
  readonly trustOf: (version: ToolVersion, organisationId: string | null) => { readonly score: number };
}

/** What may be called, by policies kept in memory as the change feed tells them. */
export function buildPolicies({ trustOf, ...parts }: PoliciesParts) {
  const book = new PolicyBook();
  const decide = new DecideCalls({ ...parts, book, trustOf: (...of) => trustOf(...of).score });
  decide.warm();
  const manage = new ManagePolicies({ ...parts, book });
  return {
    book,
    decide,
    manage,
    evaluate: new EvaluatePolicies({ ...parts, decide, manage }),
    schema: parts.engine.schema,
    following: filterChanges<PolicyChange>(['policy'], (change) => book.apply(change)),
  };
}
