import { RunCompositions, ShowRuns } from '@assay/runs';
import { Module } from '@nestjs/common';
import { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { ResponseCeilingModule } from '../../edges/mcp/results/response-ceiling.module.js';
import { CLOCK } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';
import { RunsModule } from '../runs/runs.module.js';
import { CodeController } from './code.controller.js';
import { LookUpForCode } from './code-lookup.js';
import { CodeLookupModule } from './code-lookup.module.js';
import { CodeTools } from './code-tools.js';

const providers = [
  useCase(CodeTools, {
    ...{ runs: RunCompositions, shown: ShowRuns, ceiling: ResponseCeiling, clock: CLOCK, lookup: LookUpForCode },
  }),
];

/** Code that calls tools. */
@Module({
  imports: [CodeLookupModule, ResponseCeilingModule, RunsModule],
  controllers: [CodeController],
  providers,
  exports: providers,
})
export class CodeModule {}
