import { RunningCalls } from '@assay/gateway';
import { Directory } from '@assay/identity';
import { Catalogue, visibleVersions } from '@assay/registry';
import { Global, Module } from '@nestjs/common';
import { SEES_TOOL, TAXONOMY } from '../ports.js';
import { provide } from '../provide.js';
import { ChangeFollowers } from './change-followers.js';

const providers = [
  provide(ChangeFollowers, {}, () => new ChangeFollowers()),
  provide(Directory, {}, () => new Directory()),
  provide(Catalogue, { directory: Directory }, ({ directory }) => new Catalogue(directory.aliases)),
  provide(TAXONOMY, { catalogue: Catalogue }, ({ catalogue }) => ({
    get epoch() {
      return catalogue.taxonomy.epoch;
    },
    path: (tag) => catalogue.taxonomy.path(tag),
  })),
  provide(
    SEES_TOOL,
    { catalogue: Catalogue, directory: Directory },
    ({ catalogue, directory }) =>
      (caller, tool) =>
        visibleVersions(catalogue.tool(tool), caller, directory).length > 0,
  ),
  provide(RunningCalls, { catalogue: Catalogue }, ({ catalogue }) => {
    const running = new RunningCalls();
    catalogue.revocations.listen(() => running.abortCovered(catalogue.revocations.of));
    return running;
  }),
];

/** What a process holds in memory: the directory, the catalogue, and the calls under way. */
@Global()
@Module({ providers, exports: providers })
export class MemoryModule {}
