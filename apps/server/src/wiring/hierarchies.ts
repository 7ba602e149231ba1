import { type CandidateSource, FoundTools } from '@assay/discovery';
import {
  AnswerTickets,
  AskPersons,
  Breakers,
  type Circuits,
  CloseTickets,
  DeclaredHierarchies,
  expireTickets,
  Hierarchies,
  type HierarchyChange,
  type HierarchyStore,
  ManageFallbacks,
  mappingInput,
  type TicketStore,
} from '@assay/gateway';
import type { Caller, IdentityPorts } from '@assay/identity';
import type { Jobs, Notices } from '@assay/kernel';
import type { Catalogue, LatencyOf } from '@assay/registry';
import { filterChanges } from './filter-changes.js';

export interface HierarchyParts extends Omit<IdentityPorts, 'store'> {
  readonly catalogue: Catalogue;
  readonly candidates: CandidateSource<Caller>;
  readonly store: HierarchyStore;
  readonly tickets: TicketStore;
  readonly circuits: Circuits;
  readonly latencyOf: LatencyOf;
  readonly notices: Notices;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly url: () => string;
  /** Called for a ticket that could not be written or closed, and for a notice that was not sent. */
  readonly onProblem: (cause: unknown) => void;
}

/** Fallbacks of failing tools, escalation to people when there are none, and the circuit breakers. */
export function buildHierarchies(parts: HierarchyParts) {
  const { catalogue, directory, candidates, tickets, clock } = parts;
  const declared = new DeclaredHierarchies();
  const mapInput = mappingInput(clock);
  const found = new FoundTools({ catalogue, candidates, clock });
  const closing = new CloseTickets({ ...parts, tickets });
  parts.jobs.add(expireTickets({ tickets, closing, clock }));
  return {
    fallbacks: new Hierarchies({ catalogue, directory, declared, found, latencyOf: parts.latencyOf }),
    mapInput,
    declared,
    manage: new ManageFallbacks({ ...parts, declared, mapInput }),
    escalations: new AskPersons(parts),
    tickets: new AnswerTickets({ tickets, closing, clock }),
    /** Hears of tickets that are closed on this replica. */
    onResolved: closing.onResolved.bind(closing),
    breakers: new Breakers(parts),
    circuits: parts.circuits,
    following: filterChanges<HierarchyChange>(['fallback'], (change) => declared.apply(change)),
  };
}
