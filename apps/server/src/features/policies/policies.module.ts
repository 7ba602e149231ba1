import {
  DecideCalls,
  EvaluatePolicies,
  ManagePolicies,
  PolicyBook,
  type PolicyChange,
  TryPolicies,
} from '@assay/gateway';
import { Module } from '@nestjs/common';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { changePorts, memory } from '../../platform/port-sets.js';
import { AUDIT_READER, CLOCK, POLICY_ENGINE, POLICY_STORE } from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { ContentModule } from '../content/content.module.js';
import { CONTENT } from '../content/ports.js';
import { TRUST_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { PoliciesController } from './policies.controller.js';

const ports = {
  ...changePorts,
  ...memory,
  store: POLICY_STORE,
  engine: POLICY_ENGINE,
  book: PolicyBook,
  examine: from(
    CONTENT,
    ({ examine }) =>
      () =>
        examine,
  ),
};

const providers = [
  provide(PolicyBook, { followers: ChangeFollowers }, ({ followers }) => {
    const book = new PolicyBook();
    followers.follow<PolicyChange>(['policy'], (change) => book.apply(change));
    return book;
  }),
  provide(DecideCalls, { ...ports, trustOf: TRUST_OF }, ({ trustOf, ...all }) => {
    const decide = new DecideCalls({ ...all, trustOf: (...asked) => trustOf(...asked).score });
    decide.warm();
    return decide;
  }),
  useCase(ManagePolicies, ports),
  provide(
    TryPolicies,
    { reader: AUDIT_READER, directory: ports.directory, evaluate: EvaluatePolicies, clock: CLOCK },
    ({ reader, ...all }) => new TryPolicies({ ...all, recorded: (...asked) => reader.callGroups(...asked) }),
  ),
  useCase(EvaluatePolicies, { ...ports, decide: DecideCalls, manage: ManagePolicies }),
];

/** What may be called, by policies that are kept in memory. */
@Module({
  imports: [ContentModule, TrustModule],
  controllers: [PoliciesController],
  providers,
  exports: providers,
})
export class PoliciesModule {}
