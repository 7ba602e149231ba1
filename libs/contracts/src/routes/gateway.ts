import { z } from 'zod';
import { signedReceiptSchema } from '../audit.js';
import { callEventSchema, envelopeSchema, invokeSchema } from '../invocation.js';
import { callFilters, listedCallSchema } from '../listed-calls.js';
import { feedbackSchema, sendFeedbackSchema } from '../validation.js';
import { cursor, define, listOf } from './route.js';

/** Calling tools. */
export const gatewayRoutes = define({
  invoke: {
    method: 'POST',
    path: '/v1/invocations',
    tag: 'gateway',
    summary: 'Call a tool',
    scope: 'tools:call',
    query: z.strictObject({ dryRun: z.enum(['true', 'false']).optional() }),
    headers: {
      'idempotency-key': 'Repeated calls with the same key are made only once; same as idempotencyKey in the body',
      prefer:
        'respond-async: returns 202 immediately, and the call continues · count-tokens: the response includes token counts',
    },
    body: invokeSchema,
    answers: { 200: envelopeSchema, 202: envelopeSchema },
  },
  listInvocations: {
    method: 'GET',
    path: '/v1/invocations',
    tag: 'gateway',
    summary: "List your calls, or as an administrator your organisation's, newest first",
    scope: 'tools:call',
    query: z.strictObject({ ...cursor, ...callFilters }),
    answers: { 200: listOf(listedCallSchema) },
  },
  showInvocation: {
    method: 'GET',
    path: '/v1/invocations/{id}',
    tag: 'gateway',
    summary: 'Show one of your calls, or as an administrator a recorded one of the organisation',
    scope: 'tools:call',
    answers: { 200: envelopeSchema, 202: envelopeSchema },
  },
  showReceipt: {
    method: 'GET',
    path: '/v1/invocations/{id}/receipt',
    tag: 'gateway',
    summary: 'Get the signed receipt of one of your finished calls, verifiable without this server',
    scope: 'tools:call',
    answers: { 200: signedReceiptSchema },
  },
  followInvocation: {
    method: 'GET',
    path: '/v1/invocations/{id}/events',
    tag: 'gateway',
    summary: 'Follow one of your calls by id',
    scope: 'tools:call',
    headers: { 'last-event-id': 'The last event received before the connection broke: resumes after it' },
    mediaType: 'text/event-stream',
    answers: { 200: callEventSchema, 204: null },
  },
  sendFeedback: {
    method: 'POST',
    path: '/v1/invocations/{id}/feedback',
    tag: 'gateway',
    summary: 'Accept or reject the result of one of your calls',
    scope: 'tools:call',
    body: sendFeedbackSchema,
    answers: { 200: feedbackSchema },
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
