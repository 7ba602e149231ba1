import { ManageStandingApprovals, SpendStandingApprovals } from '@assay/gateway';
import { Directory } from '@assay/identity';
import { Module } from '@nestjs/common';
import { warns } from '../../platform/port-sets.js';
import {
  APPROVAL_STORE,
  AUDIT_LOG,
  CLOCK,
  PEOPLE_URL,
  RANDOM,
  SEES_TOOL,
  STANDING_APPROVALS,
} from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';

const ports = { standing: STANDING_APPROVALS, store: APPROVAL_STORE, audit: AUDIT_LOG, clock: CLOCK };

const providers = [
  useCase(SpendStandingApprovals, {
    ...ports,
    onProblem: warns('failed to read standing approvals; a person is asked instead'),
  }),
  useCase(ManageStandingApprovals, {
    ...{ ...ports, directory: Directory, seesTool: SEES_TOOL, random: RANDOM },
    url: from(PEOPLE_URL, (peopleUrl) => () => `${peopleUrl()}/inbox`),
  }),
];

/** Consent in advance to calls that need an approval. */
@Module({ providers, exports: providers })
export class StandingApprovalsModule {}
