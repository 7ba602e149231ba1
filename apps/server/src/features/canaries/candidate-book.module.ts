import { CandidateBook } from '@assay/gateway';
import { Directory } from '@assay/identity';
import { Module } from '@nestjs/common';
import { onBootstrap, onShutdown } from '../../platform/lifecycle.js';
import { warns } from '../../platform/port-sets.js';
import { AUDIT_LOG, CANDIDATE_STORE, CLOCK, SEALER } from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';

const providers = [
  useCase(CandidateBook, {
    ...{ store: CANDIDATE_STORE, notices: NOTICES, directory: Directory, audit: AUDIT_LOG, clock: CLOCK },
    mac: from(SEALER, (sealer) => (text: string) => sealer.mac(text)),
    onProblem: warns('results of shadows and canaries were not written'),
  }),
  onBootstrap('states of canaries', { book: CandidateBook }, ({ book }) => book.start()),
  onShutdown('results of canaries', { book: CandidateBook }, ({ book }) => book.stop()),
];

/** Which calls go to canaries, and how they end. */
@Module({ imports: [NotificationsModule], providers, exports: providers })
export class CandidateBookModule {}
