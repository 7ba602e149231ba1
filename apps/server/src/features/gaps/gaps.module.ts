import { ListGaps } from '@assay/creation';
import { CheckComposites } from '@assay/runs';
import { Module } from '@nestjs/common';
import { memory } from '../../platform/port-sets.js';
import { CLOCK, GAP_STORE, SEES_TOOL } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { CheckCompositesModule } from '../runs/check-composites.module.js';
import { gapLookup } from './gap-lookup.js';
import { GapsController } from './gaps.controller.js';

const providers = [
  provide(
    ListGaps,
    { store: GAP_STORE, seesTool: SEES_TOOL, clock: CLOCK, composites: CheckComposites, ...memory },
    ({ store, seesTool, clock, ...lookup }) => new ListGaps({ store, seesTool, clock, ...gapLookup(lookup) }),
  ),
];

/** What no tool does yet. */
@Module({ imports: [CheckCompositesModule], controllers: [GapsController], providers, exports: providers })
export class GapsModule {}
