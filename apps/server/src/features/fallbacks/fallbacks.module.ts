import { FoundTools } from '@assay/discovery';
import {
  AnswerTickets,
  AskPersons,
  Breakers,
  CandidateBook,
  CloseTickets,
  DeclaredHierarchies,
  expireTickets,
  Hierarchies,
  type HierarchyChange,
  ManageFallbacks,
  mappingInput,
} from '@assay/gateway';
import { Module } from '@nestjs/common';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { changePorts, memory, warns } from '../../platform/port-sets.js';
import { CIRCUITS, CLOCK, HIERARCHY_STORE, JOBS, OWN_URL, TICKET_STORE } from '../../platform/ports.js';
import { provide, recurring, useCase } from '../../platform/provide.js';
import { CandidateBookModule } from '../canaries/candidate-book.module.js';
import { CandidatesModule } from '../discovery/candidates.module.js';
import { CANDIDATES } from '../discovery/ports.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { LATENCY_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { BreakersController } from './breakers.controller.js';
import { EscalationsController } from './escalations.controller.js';
import { FallbacksController } from './fallbacks.controller.js';
import { MAP_INPUT } from './ports.js';

const ports = {
  ...changePorts,
  ...memory,
  store: HIERARCHY_STORE,
  tickets: TICKET_STORE,
  circuits: CIRCUITS,
  notices: NOTICES,
  url: OWN_URL,
  declared: DeclaredHierarchies,
  onProblem: warns('failed to store or announce an escalation ticket'),
};

const providers = [
  provide(DeclaredHierarchies, { followers: ChangeFollowers }, ({ followers }) => {
    const declared = new DeclaredHierarchies();
    followers.follow<HierarchyChange>(['fallback'], (change) => declared.apply(change));
    return declared;
  }),
  provide(MAP_INPUT, { clock: CLOCK }, ({ clock }) => mappingInput(clock)),
  provide(
    Hierarchies,
    {
      ...memory,
      declared: DeclaredHierarchies,
      candidates: CANDIDATES,
      book: CandidateBook,
      clock: CLOCK,
      latencyOf: LATENCY_OF,
    },
    ({ candidates, clock, ...all }) =>
      new Hierarchies({ ...all, found: new FoundTools({ catalogue: all.catalogue, candidates, clock }) }),
  ),
  useCase(ManageFallbacks, { ...ports, mapInput: MAP_INPUT }),
  useCase(AskPersons, ports),
  useCase(CloseTickets, ports),
  useCase(AnswerTickets, { tickets: TICKET_STORE, closing: CloseTickets, clock: CLOCK }),
  useCase(Breakers, ports),
  recurring(
    'jobs of escalations',
    { jobs: JOBS, tickets: TICKET_STORE, closing: CloseTickets, clock: CLOCK },
    ({ jobs: _, ...all }) => expireTickets(all),
  ),
];

/** Fallbacks of tools that fail, persons where no tool can answer, and the breakers between. */
@Module({
  imports: [CandidateBookModule, CandidatesModule, NotificationsModule, TrustModule],
  controllers: [BreakersController, EscalationsController, FallbacksController],
  providers,
  exports: providers,
})
export class FallbacksModule {}
