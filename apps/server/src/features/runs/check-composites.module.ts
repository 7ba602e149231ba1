import { CheckComposites } from '@assay/runs';
import { Module } from '@nestjs/common';
import { memory } from '../../platform/port-sets.js';
import { CLOCK, LANGUAGE_MODEL } from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';
import { LATENCY_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';

/** What plans are read with. */
export const readingPorts = {
  ...memory,
  latencyOf: LATENCY_OF,
  hasModel: from(LANGUAGE_MODEL, (model) => model !== null),
  clock: CLOCK,
};

const providers = [useCase(CheckComposites, readingPorts)];

/** Checks of composed tools, for who publishes them. */
@Module({ imports: [TrustModule], providers, exports: providers })
export class CheckCompositesModule {}
