import { defaultMinTrust } from '@assay/discovery';
import { isMember } from '@assay/identity';
import { LatencyBook, type LatencyChange } from '@assay/registry';
import { EvidenceLog, ExplainTrust, NotifyFading, RateTool, RevokeAbuse, ScoreVersions, trustJobs } from '@assay/trust';
import { Module } from '@nestjs/common';
import { onShutdown } from '../../platform/lifecycle.js';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { cataloguePorts, memory, warns } from '../../platform/port-sets.js';
import {
  CHANGE_FEED,
  CLOCK,
  CONFIG,
  EVIDENCE_STORE,
  JOBS,
  RANDOM,
  RATING_STORE,
  TRUST_ORDER,
} from '../../platform/ports.js';
import { from, provide, recurring, useCase } from '../../platform/provide.js';
import { FindingsModule } from '../findings/findings.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { DecayedTrust } from './decayed-trust.js';
import { LATENCY_OF, TRUST_JOBS, TRUST_OF } from './ports.js';
import { ScoreSoon } from './score-soon.js';
import { TrustController } from './trust.controller.js';

const halfLifeDays = from(CONFIG, ({ trustHalfLifeDays }) => trustHalfLifeDays);

const providers = [
  provide(DecayedTrust, { clock: CLOCK, halfLifeDays }, (ports) => new DecayedTrust(ports.clock, ports.halfLifeDays)),
  provide(TRUST_OF, { decayed: DecayedTrust }, ({ decayed }) => decayed.of),
  provide(LatencyBook, { followers: ChangeFollowers }, ({ followers }) => {
    const latencies = new LatencyBook();
    followers.follow<LatencyChange>(['latency'], (change) => latencies.apply(change));
    return latencies;
  }),
  provide(LATENCY_OF, { latencies: LatencyBook }, ({ latencies }) => latencies.of),
  provide(
    ScoreVersions,
    {
      ...{ catalogue: memory.catalogue, store: EVIDENCE_STORE, feed: CHANGE_FEED, clock: CLOCK, abuse: RevokeAbuse },
      onProblem: warns('a suspicious output could not be counted'),
    },
    ({ abuse, onProblem, ...ports }) =>
      new ScoreVersions({ ...ports, scored: (versionIds) => abuse.scored(versionIds).catch(onProblem) }),
  ),
  provide(
    ScoreSoon,
    { scoring: ScoreVersions, clock: CLOCK, onProblem: warns('failed to compute trust') },
    ({ scoring, clock, onProblem }) => new ScoreSoon(scoring, clock, onProblem),
  ),
  provide(
    EvidenceLog,
    { store: EVIDENCE_STORE, clock: CLOCK, random: RANDOM, directory: memory.directory, soon: ScoreSoon },
    ({ directory, soon, ...ports }) =>
      new EvidenceLog({
        ...ports,
        isMember: (principalId, namespace) => isMember(directory, principalId, namespace),
        written: soon.now,
      }),
  ),
  provide(
    NotifyFading,
    { ...memory, order: TRUST_ORDER, notices: NOTICES, clock: CLOCK, halfLifeDays },
    (ports) => new NotifyFading({ ...ports, foundFrom: defaultMinTrust }),
  ),
  provide(
    TRUST_JOBS,
    { evidence: EVIDENCE_STORE, scoring: ScoreVersions, clock: CLOCK, fading: NotifyFading },
    ({ evidence, scoring, clock, fading }) => [...trustJobs(evidence, scoring, clock), fading.job],
  ),
  recurring('recurring jobs of trust', { jobs: JOBS, trust: TRUST_JOBS }, ({ trust }) => trust),
  useCase(ExplainTrust, { ...memory, store: EVIDENCE_STORE, clock: CLOCK, halfLifeDays }),
  useCase(RateTool, {
    ...cataloguePorts,
    ...{ ratings: RATING_STORE, store: EVIDENCE_STORE, log: EvidenceLog, scoring: ScoreVersions },
  }),
  onShutdown('trust', { soon: ScoreSoon, log: EvidenceLog, scoring: ScoreVersions }, async ({ soon, log, scoring }) => {
    soon.stop();
    await log.flush();
    await scoring.run();
  }),
];

/** Evidence, the score computed from it, and who asks about them. */
@Module({
  imports: [FindingsModule, NotificationsModule],
  controllers: [TrustController],
  providers,
  exports: providers,
})
export class TrustModule {}
