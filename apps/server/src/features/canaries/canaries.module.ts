import { CandidateBook, ManageCandidates, ManageFallbacks } from '@assay/gateway';
import { ManageToolsets } from '@assay/registry';
import { Module } from '@nestjs/common';
import { AUDIT_LOG, CANDIDATE_STORE } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';
import { FallbacksModule } from '../fallbacks/fallbacks.module.js';
import { ToolsetsModule } from '../toolsets/toolsets.module.js';
import { CandidateBookModule } from './candidate-book.module.js';
import { CandidatesController } from './candidates.controller.js';

const providers = [
  useCase(ManageCandidates, {
    ...{ store: CANDIDATE_STORE, book: CandidateBook, audit: AUDIT_LOG },
    ...{ toolsets: ManageToolsets, fallbacks: ManageFallbacks },
  }),
];

/** Shadows and canaries of toolsets and hierarchies. */
@Module({
  imports: [CandidateBookModule, FallbacksModule, ToolsetsModule],
  controllers: [CandidatesController],
  providers,
  exports: providers,
})
export class CanariesModule {}
