import { z } from 'zod';
import { envelopeSchema, invokeSchema } from '../invocation.js';
import { define } from './route.js';

/** Calling tools. */
export const gatewayRoutes = define({
  invoke: {
    method: 'POST',
    path: '/v1/invocations',
    tag: 'gateway',
    summary: 'Call a tool',
    scope: 'tools:call',
    query: z.strictObject({ dryRun: z.enum(['true', 'false']).optional() }),
    body: invokeSchema,
    answers: { 200: envelopeSchema, 202: envelopeSchema },
  },
  showInvocation: {
    method: 'GET',
    path: '/v1/invocations/{id}',
    tag: 'gateway',
    summary: 'Show a call of your own',
    scope: 'tools:call',
    answers: { 200: envelopeSchema, 202: envelopeSchema },
  },
  cancelInvocation: {
    method: 'DELETE',
    path: '/v1/invocations/{id}',
    tag: 'gateway',
    summary: 'Cancel a running call',
    scope: 'tools:call',
    answers: { 202: envelopeSchema },
  },
});
