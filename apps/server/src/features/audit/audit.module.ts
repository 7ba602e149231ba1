import { Module } from '@nestjs/common';
import { AUDIT_LOG, AUDIT_READER } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
import { AuditController } from './audit.controller.js';
import { FinishedCalls } from './finished-calls.js';
import { RECORDED_CALL } from './ports.js';

const providers = [
  provide(FinishedCalls, { audit: AUDIT_LOG, reader: AUDIT_READER }, ({ audit, reader }) => {
    return new FinishedCalls(audit, reader);
  }),
  provide(
    RECORDED_CALL,
    { finished: FinishedCalls },
    ({ finished }) =>
      (id) =>
        finished.find(id),
  ),
];

/** The audit log, and the finished calls in it. */
@Module({ controllers: [AuditController], providers, exports: providers })
export class AuditModule {}
