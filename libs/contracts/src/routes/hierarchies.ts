import { z } from 'zod';
import { breakerSchema } from '../breakers.js';
import { escalationSchema, escalationStatuses, resolveEscalationSchema } from '../escalations.js';
import { fallbackSchema, setFallbackSchema } from '../fallbacks.js';
import { cursor, define, listOf, page } from './route.js';

const ifMatch = { 'if-match': 'The expected ETag; * for any' };

/** What stands in when a tool fails, who answers when nothing does, and which tools are not called for now. */
export const hierarchiesRoutes = define({
  listFallbacks: {
    method: 'GET',
    path: '/v1/fallbacks',
    tag: 'gateway',
    summary: "List your organisation's declared hierarchies with the status of each level",
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(fallbackSchema) },
  },
  showFallback: {
    method: 'GET',
    path: '/v1/fallbacks/{capability}',
    tag: 'gateway',
    summary: 'Show the hierarchy declared for a capability with the status of each level; returns an ETag',
    scope: 'authenticated',
    answers: { 200: fallbackSchema },
  },
  setFallback: {
    method: 'PUT',
    path: '/v1/fallbacks/{capability}',
    tag: 'gateway',
    summary: "Declare the hierarchy for a capability; every level must match the first level's schema",
    scope: 'admin',
    headers: { ...ifMatch, 'if-none-match': '"*": only if the capability has none yet' },
    body: setFallbackSchema,
    answers: { 200: fallbackSchema },
  },
  deleteFallback: {
    method: 'DELETE',
    path: '/v1/fallbacks/{capability}',
    tag: 'gateway',
    summary: 'Remove the hierarchy of a capability',
    scope: 'admin',
    headers: ifMatch,
    answers: { 204: null },
  },
  listEscalations: {
    method: 'GET',
    path: '/v1/escalations',
    tag: 'gateway',
    summary: 'List escalated calls, newest first: your own, or all you may resolve',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, status: z.enum(escalationStatuses).optional() }),
    answers: { 200: listOf(escalationSchema) },
  },
  showEscalation: {
    method: 'GET',
    path: '/v1/escalations/{id}',
    tag: 'gateway',
    summary: 'Show an escalated call',
    scope: 'authenticated',
    answers: { 200: escalationSchema },
  },
  resolveEscalation: {
    method: 'POST',
    path: '/v1/escalations/{id}/resolve',
    tag: 'gateway',
    summary: 'Resolve an escalated call with an output, or refuse it; not as its caller',
    scope: 'approvals:decide',
    body: resolveEscalationSchema,
    answers: { 200: escalationSchema },
  },
  listBreakers: {
    method: 'GET',
    path: '/v1/breakers',
    tag: 'gateway',
    summary: 'List circuit breakers of visible tools that are open or were called recently',
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(breakerSchema) },
  },
  resetBreaker: {
    method: 'POST',
    path: '/v1/breakers/{ns}/{tool}/{version}/reset',
    tag: 'gateway',
    summary: "Close a version's circuit breaker and reset its counts (administrators of its owner)",
    scope: 'admin',
    answers: { 200: breakerSchema },
  },
});
