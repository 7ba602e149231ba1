import { RevokeTools } from '@assay/registry';
import { ManageFindings } from '@assay/trust';
import { Module } from '@nestjs/common';
import { provide } from '../../platform/provide.js';
import { FindingsModule } from '../findings/findings.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { RevocationModule, revocationPorts } from './revocation.module.js';
import { RevocationsController } from './revocations.controller.js';

const providers = [
  provide(
    RevokeTools,
    { ...revocationPorts, findings: ManageFindings },
    ({ findings, ...ports }) =>
      new RevokeTools({ ...ports, lifted: (caller, revocation) => findings.lifted(caller, revocation) }),
  ),
];

/** Taking versions out of use, and back. */
@Module({
  imports: [FindingsModule, NotificationsModule, RevocationModule],
  controllers: [RevocationsController],
  providers,
  exports: providers,
})
export class RevocationsModule {}
