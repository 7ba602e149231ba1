import { RunCompositions } from '@assay/runs';
import { Module } from '@nestjs/common';
import { onDestroy } from '../../platform/lifecycle.js';
import { DURABLE_RUNS, JOBS, SEARCH_INDEX } from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';
import { RunsModule } from '../runs/runs.module.js';
import { FetchPackages } from '../servers/fetch-packages.js';
import { ServersModule } from '../servers/servers.module.js';
import { BackgroundWork } from './background-work.js';

const providers = [
  useCase(BackgroundWork, {
    ...{ jobs: JOBS, runs: DURABLE_RUNS, compositions: RunCompositions, packages: FetchPackages },
    indexing: from(SEARCH_INDEX, ({ keeping }) => keeping),
  }),
  onDestroy('background work', { work: BackgroundWork }, ({ work }) => work.stop()),
];

/** Jobs, durable runs and compositions of this replica. */
@Module({ imports: [RunsModule, ServersModule], providers, exports: providers })
export class BackgroundModule {}
