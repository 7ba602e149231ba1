import { Directory } from '@assay/identity';
import { Catalogue } from '@assay/registry';
import { trustFormula } from '@assay/trust';
import { Module } from '@nestjs/common';
import { onInit } from '../../platform/lifecycle.js';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import {
  CHANGE_FEED,
  CLOCK,
  CONFIG,
  DOCUMENTS,
  EVIDENCE_STORE,
  FORGET_SERVER,
  LOG,
  TOOL_INDEX,
} from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { DiscoveryModule } from '../discovery/discovery.module.js';
import { EMBEDDING } from '../discovery/ports.js';
import { DecayedTrust } from '../trust/decayed-trust.js';
import { TrustModule } from '../trust/trust.module.js';
import { Projection, type StateChange } from './projection.js';

/** A start that rewrites all keys of trust logs it after this long. */
const rekeyLoggedAfterMs = 2_000;

const providers = [
  provide(
    Projection,
    {
      ...{ directory: Directory, catalogue: Catalogue, index: TOOL_INDEX, forget: FORGET_SERVER },
      ...{ trust: DecayedTrust, embedding: EMBEDDING, followers: ChangeFollowers },
    },
    ({ directory, catalogue, index, forget, trust, embedding, followers }) => {
      const projection = new Projection(directory, catalogue, index, forget, trust.keysOf, embedding.vectors);
      followers.followRest<StateChange>(projection.apply);
      return projection;
    },
  ),
  provide(
    DOCUMENTS,
    { projection: Projection },
    ({ projection }) =>
      () =>
        projection.documents(),
  ),
  onInit(
    'what is in memory is read',
    {
      ...{ evidence: EVIDENCE_STORE, feed: CHANGE_FEED, followers: ChangeFollowers, projection: Projection },
      ...{ config: CONFIG, clock: CLOCK, log: LOG },
    },
    async ({ evidence, feed, followers, projection, config, clock, log }) => {
      const days = config.trustHalfLifeDays;
      // A million versions take a minute, during which this start waits: the log states why.
      const stopLogging = clock.after(rekeyLoggedAfterMs, () =>
        log.info({ days }, 'rewriting trust scores for the new half-life; startup waits for it'),
      );
      const rekeyed = await evidence.rekey().finally(stopLogging);
      if (rekeyed > 0) log.info({ rekeyed, days }, 'trust has another half-life from now on');
      if (await evidence.reckonBy(trustFormula)) log.info('recomputing trust scores with new weights');
      await feed.start(followers.apply);
      await projection.follow();
    },
  ),
];

/** Keeps what is in memory (directory, catalogue, search index, and what features follow) with the database. */
@Module({ imports: [DiscoveryModule, TrustModule], providers, exports: providers })
export class SnapshotModule {}
