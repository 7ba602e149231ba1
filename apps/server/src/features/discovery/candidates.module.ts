import { Module } from '@nestjs/common';
import { memory } from '../../platform/port-sets.js';
import { provide } from '../../platform/provide.js';
import { DecayedTrust } from '../trust/decayed-trust.js';
import { LATENCY_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { candidateSource } from './candidates.js';
import { CANDIDATES } from './ports.js';

const providers = [
  provide(
    CANDIDATES,
    { ...memory, trust: DecayedTrust, latencyOf: LATENCY_OF },
    ({ catalogue, directory, trust, latencyOf }) =>
      candidateSource(catalogue, directory, trust.of, trust.minKeyOf, latencyOf),
  ),
];

/** Tools as candidates: for discovery, and for fallbacks by capability. */
@Module({ imports: [TrustModule], providers, exports: providers })
export class CandidatesModule {}
