import { createOrganisation, ManageGrants, ManageKeys } from '@assay/identity';
import { Module } from '@nestjs/common';
import { identityPorts, memory } from '../../platform/port-sets.js';
import { SEES_TOOL } from '../../platform/ports.js';
import { provide, useCase } from '../../platform/provide.js';
import { StandingApprovalsModule } from '../approvals/standing-approvals.module.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { GrantsController } from './grants.controller.js';
import { IdentityController } from './identity.controller.js';
import { CREATE_ORGANISATION } from './ports.js';
import { TeamsController } from './teams.controller.js';

const providers = [
  provide(CREATE_ORGANISATION, identityPorts, (ports) => (caller, name) => createOrganisation(ports, caller, name)),
  useCase(ManageKeys, identityPorts),
  provide(
    ManageGrants,
    { ...identityPorts, catalogue: memory.catalogue, seesTool: SEES_TOOL },
    ({ catalogue, seesTool, ...ports }) =>
      new ManageGrants(ports, seesTool, (server) => catalogue.server(server) !== undefined),
  ),
];

/** Organisations, principals, keys, teams and grants. */
@Module({
  imports: [NamespacesModule, StandingApprovalsModule],
  controllers: [IdentityController, TeamsController, GrantsController],
  providers,
  exports: providers,
})
export class IdentityModule {}
