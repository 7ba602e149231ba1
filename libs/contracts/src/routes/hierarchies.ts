import { z } from 'zod';
import { breakerSchema } from '../breakers.js';
import { escalationSchema, escalationStatuses, resolveEscalationSchema } from '../escalations.js';
import { fallbackSchema, setFallbackSchema } from '../fallbacks.js';
import { cursor, define, listOf, page } from './route.js';

const ifMatch = { 'if-match': 'The ETag it must still have; * for any there is' };

/** What stands in when a tool fails, who answers when nothing does, and which tools are not called for now. */
export const hierarchiesRoutes = define({
  listFallbacks: {
    method: 'GET',
    path: '/v1/fallbacks',
    tag: 'gateway',
    summary: 'List the declared hierarchies of your organisation, with how each level stands',
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(fallbackSchema) },
  },
  showFallback: {
    method: 'GET',
    path: '/v1/fallbacks/{capability}',
    tag: 'gateway',
    summary: 'Show the hierarchy declared for a capability, with how each level stands; it has an ETag',
    scope: 'authenticated',
    answers: { 200: fallbackSchema },
  },
  setFallback: {
    method: 'PUT',
    path: '/v1/fallbacks/{capability}',
    tag: 'gateway',
    summary: 'Declare the hierarchy for a capability: every level must fit the first one',
    scope: 'admin',
    headers: ifMatch,
    body: setFallbackSchema,
    answers: { 200: fallbackSchema },
  },
  deleteFallback: {
    method: 'DELETE',
    path: '/v1/fallbacks/{capability}',
    tag: 'gateway',
    summary: 'Remove the hierarchy declared for a capability',
    scope: 'admin',
    headers: ifMatch,
    answers: { 204: null },
  },
  listEscalations: {
    method: 'GET',
    path: '/v1/escalations',
    tag: 'gateway',
    summary: 'List calls that no tool could answer, newest first: your own, or all you may answer',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, status: z.enum(escalationStatuses).optional() }),
    answers: { 200: listOf(escalationSchema) },
  },
  showEscalation: {
    method: 'GET',
    path: '/v1/escalations/{id}',
    tag: 'gateway',
    summary: 'Show a call that no tool could answer',
    scope: 'authenticated',
    answers: { 200: escalationSchema },
  },
  resolveEscalation: {
    method: 'POST',
    path: '/v1/escalations/{id}/resolve',
    tag: 'gateway',
    summary: 'Answer such a call in the place of its tool, or refuse to; for people other than its caller',
    scope: 'approvals:decide',
    body: resolveEscalationSchema,
    answers: { 200: escalationSchema },
  },
  listBreakers: {
    method: 'GET',
    path: '/v1/breakers',
    tag: 'gateway',
    summary: 'List circuit breakers of the tools you see that were called lately or refuse calls',
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(breakerSchema) },
  },
  resetBreaker: {
    method: 'POST',
    path: '/v1/breakers/{ns}/{tool}/{version}/reset',
    tag: 'gateway',
    summary: "Close the circuit breaker of a version and forget what it counted; for its owners' administrators",
    scope: 'admin',
    answers: { 200: breakerSchema },
  },
});
