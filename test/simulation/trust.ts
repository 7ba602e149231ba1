import { defaultMinTrust } from '@assay/discovery';
import { isMember } from '@assay/identity';
import type { Jobs, Notices } from '@assay/kernel';
import { type CataloguePorts, LatencyBook } from '@assay/registry';
import {
  EvidenceLog,
  type EvidenceStore,
  NotifyFading,
  RateTool,
  type RatingStore,
  ScoreVersions,
  type TrustOrder,
  trustJobs,
} from '@assay/trust';
import { DecayedTrust } from '../../apps/server/src/features/trust/decayed-trust.js';
import { ScoreSoon } from '../../apps/server/src/features/trust/score-soon.js';

export interface SimulatedTrustPorts extends CataloguePorts {
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
  readonly order: TrustOrder;
  readonly notices: Notices;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly halfLifeDays: number;
  readonly onProblem: (cause: unknown) => void;
}

/** Evidence and scores as the server has them, without the response to abuse. */
export class SimulatedTrust {
  readonly decayed: DecayedTrust;
  readonly scoring: ScoreVersions;
  readonly soon: ScoreSoon;
  readonly log: EvidenceLog;
  readonly rate: RateTool;
  readonly latencyOf = new LatencyBook().of;

  constructor({ evidence, ratings, order, notices, jobs, halfLifeDays, onProblem, ...ports }: SimulatedTrustPorts) {
    const { catalogue, directory, feed, clock, random } = ports;
    this.decayed = new DecayedTrust(clock, halfLifeDays);
    this.scoring = new ScoreVersions({ catalogue, store: evidence, feed, clock, scored: async () => {} });
    this.soon = new ScoreSoon(this.scoring, clock, onProblem);
    const isOwner = (principalId: string, namespace: string) => isMember(directory, principalId, namespace);
    this.log = new EvidenceLog({ store: evidence, clock, random, isMember: isOwner, written: this.soon.now });
    this.rate = new RateTool({ ...ports, ratings, store: evidence, log: this.log, scoring: this.scoring });
    const found = { order, catalogue, directory, notices, clock, halfLifeDays, foundFrom: defaultMinTrust };
    for (const job of [...trustJobs(evidence, this.scoring, clock), new NotifyFading(found).job]) jobs.add(job);
  }
}
