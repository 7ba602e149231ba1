import { InvokeTool } from '@assay/gateway';
import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../../features/approvals/approvals.module.js';
import { OwnCalls } from '../../features/approvals/own-calls.js';
import { CallsModule } from '../../features/invocations/calls.module.js';
import { APPROVAL_STORE, CLOCK } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';
import { CallsAtClients } from './calls-at-clients.js';

const providers = [
  useCase(CallsAtClients, { invoke: InvokeTool, approvals: APPROVAL_STORE, own: OwnCalls, clock: CLOCK }),
];

/** Calls of MCP clients, which can be asked something meanwhile. */
@Module({ imports: [ApprovalsModule, CallsModule], providers, exports: providers })
export class CallsAtClientsModule {}
