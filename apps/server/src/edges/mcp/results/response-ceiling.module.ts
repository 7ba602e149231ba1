import { KeepOutput, LimitRules, ReadKept } from '@assay/gateway';
import { Module } from '@nestjs/common';
import { LimitsModule } from '../../../features/limits/limits.module.js';
import { OutputTools } from '../../../features/outputs/output-tools.js';
import { OutputsModule } from '../../../features/outputs/outputs.module.js';
import { CLOCK, LOAD_TOKENS } from '../../../platform/ports.js';
import { useCase } from '../../../platform/provide.js';
import { ResponseCeiling } from './response-ceiling.js';

const providers = [
  useCase(ResponseCeiling, { loadTokens: LOAD_TOKENS, keep: KeepOutput, clock: CLOCK, rules: LimitRules }),
  useCase(OutputTools, { kept: ReadKept, ceiling: ResponseCeiling }),
];

/** The ceiling of MCP responses, and the tool that reads what is beyond it. */
@Module({ imports: [LimitsModule, OutputsModule], providers, exports: providers })
export class ResponseCeilingModule {}
