import { z } from 'zod';
import { signedReceiptSchema } from '../audit.js';
import { callEventSchema, envelopeSchema, invokeSchema } from '../invocation.js';
import { feedbackSchema, sendFeedbackSchema } from '../validation.js';
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
    headers: {
      'idempotency-key': 'A call repeated under the same key is made once; the same as idempotencyKey in the body',
      prefer: 'respond-async: answers 202 at once, and the call goes on · count-tokens: the answer says its tokens',
    },
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
  showReceipt: {
    method: 'GET',
    path: '/v1/invocations/{id}/receipt',
    tag: 'gateway',
    summary: 'The signed receipt of a finished call of your own, to be checked without this server',
    scope: 'tools:call',
    answers: { 200: signedReceiptSchema },
  },
  followInvocation: {
    method: 'GET',
    path: '/v1/invocations/{id}/events',
    tag: 'gateway',
    summary: 'Follow a call of your own whose id you knew beforehand',
    scope: 'tools:call',
    headers: { 'last-event-id': 'The last event that arrived before the connection broke: goes on after it' },
    mediaType: 'text/event-stream',
    answers: { 200: callEventSchema, 204: null },
  },
  sendFeedback: {
    method: 'POST',
    path: '/v1/invocations/{id}/feedback',
    tag: 'gateway',
    summary: 'Accept or reject the result of a call of your own',
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
