import { RevokeByRule, VisibleConsumers, WellUsedTools } from '@assay/registry';
import {
  BehaviourLog,
  DefinitionExaminer,
  definitionSweep,
  ManageFindings,
  OutputWatch,
  RaiseAlert,
  RevokeAbuse,
  WatchBehaviour,
} from '@assay/trust';
import { Module } from '@nestjs/common';
import { onShutdown } from '../../platform/lifecycle.js';
import { changePorts, memory, warns } from '../../platform/port-sets.js';
import {
  ALERT_STORE,
  BEHAVIOUR_STORE,
  CLOCK,
  EVIDENCE_STORE,
  FINDING_STORE,
  JOBS,
  QUARANTINE_STORE,
  SECRET_RULES,
} from '../../platform/ports.js';
import { provide, recurring, useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { RevocationModule } from '../revocations/revocation.module.js';
import { AlertsController } from './alerts.controller.js';
import { FindingsController } from './findings.controller.js';
import { DEFINITION_SWEEP } from './ports.js';

const ports = {
  ...changePorts,
  ...memory,
  findings: FINDING_STORE,
  quarantines: QUARANTINE_STORE,
  secrets: SECRET_RULES,
  alerts: ALERT_STORE,
  behaviour: BEHAVIOUR_STORE,
  evidence: EVIDENCE_STORE,
  notices: NOTICES,
  consumers: VisibleConsumers,
  byRule: RevokeByRule,
  wellUsed: WellUsedTools,
};

const providers = [
  useCase(WellUsedTools, { ...memory, clock: CLOCK }),
  useCase(DefinitionExaminer, ports),
  provide(DEFINITION_SWEEP, { ...ports, examiner: DefinitionExaminer }, (all) => definitionSweep(all)),
  useCase(RevokeAbuse, ports),
  provide(BehaviourLog, { store: BEHAVIOUR_STORE, clock: CLOCK }, ({ store, clock }) => new BehaviourLog(store, clock)),
  useCase(WatchBehaviour, ports),
  provide(
    OutputWatch,
    { ...ports, log: BehaviourLog, onProblem: warns('a suspicious output could not be counted') },
    ({ log, ...all }) =>
      new OutputWatch({
        ...all,
        answered: (versionId, principalId, output) => log.output(versionId, principalId, output),
      }),
  ),
  useCase(ManageFindings, { ...ports, examiner: DefinitionExaminer, response: RevokeAbuse }),
  useCase(RaiseAlert, ports),
  recurring(
    'jobs of findings',
    { jobs: JOBS, sweep: DEFINITION_SWEEP, response: RevokeAbuse, watch: WatchBehaviour },
    ({ sweep, response, watch }) => [sweep, response, watch],
  ),
  onShutdown('behaviour of versions', { log: BehaviourLog }, ({ log }) => log.flush()),
];

/** Detection of abuse: in definitions when they are published and when the rules change, in outputs at every call. */
@Module({
  imports: [NotificationsModule, RevocationModule],
  controllers: [AlertsController, FindingsController],
  providers,
  exports: providers,
})
export class FindingsModule {}
