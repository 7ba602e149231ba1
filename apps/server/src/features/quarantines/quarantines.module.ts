import { ImportServer, ManageQuarantines, WatchDefinitions } from '@assay/importing';
import { Module } from '@nestjs/common';
import { cataloguePorts } from '../../platform/port-sets.js';
import { QUARANTINE_STORE } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { QuarantinesController } from './quarantines.controller.js';

const providers = [
  useCase(ManageQuarantines, {
    ...cataloguePorts,
    quarantines: QUARANTINE_STORE,
    watch: WatchDefinitions,
    imports: ImportServer,
  }),
];

/** Versions that wait because their upstream's definition has changed. */
@Module({
  imports: [DefinitionsModule, ImportsModule],
  controllers: [QuarantinesController],
  providers,
  exports: providers,
})
export class QuarantinesModule {}
