import { z } from 'zod';
import { runBodySchema, runCheckSchema, runEventSchema, runSchema, runStatuses, runSummarySchema } from '../runs.js';
import { cursor, define, listOf } from './route.js';

/** Compositions: checking and running them. */
export const compositionsRoutes = define({
  checkPlan: {
    method: 'POST',
    path: '/v1/plans/check',
    tag: 'compositions',
    summary: 'Everything that can be said of a composition before it runs; nothing is called',
    scope: 'tools:call',
    body: runBodySchema,
    answers: { 200: runCheckSchema },
  },
  executePlan: {
    method: 'POST',
    path: '/v1/plans/execute',
    tag: 'compositions',
    summary: 'Run a plan, pipeline, composed tool or chain',
    scope: 'tools:call',
    headers: {
      'idempotency-key': 'A run repeated under the same key is made once; the same as idempotencyKey in the body',
      prefer: 'respond-async: answers 202 at once, and the run goes on',
    },
    body: runBodySchema,
    answers: { 200: runSchema, 202: runSchema },
  },
  listRuns: {
    method: 'GET',
    path: '/v1/runs',
    tag: 'compositions',
    summary: 'List your own runs, newest first',
    scope: 'tools:call',
    query: z.strictObject({ ...cursor, status: z.enum(runStatuses).optional() }),
    answers: { 200: listOf(runSummarySchema) },
  },
  showRun: {
    method: 'GET',
    path: '/v1/runs/{id}',
    tag: 'compositions',
    summary: 'Show a run of your own, its steps and what came out',
    scope: 'tools:call',
    answers: { 200: runSchema, 202: runSchema },
  },
  followRun: {
    method: 'GET',
    path: '/v1/runs/{id}/events',
    tag: 'compositions',
    summary: 'Follow a run of your own',
    scope: 'tools:call',
    headers: { 'last-event-id': 'The last event that arrived before the connection broke: goes on after it' },
    mediaType: 'text/event-stream',
    answers: { 200: runEventSchema, 204: null },
  },
  resumeRun: {
    method: 'POST',
    path: '/v1/runs/{id}/resume',
    tag: 'compositions',
    summary: 'Go on with a run of your own that ended without having done everything: what succeeded is not done again',
    scope: 'tools:call',
    headers: { prefer: 'respond-async: answers 202 at once, and the run goes on' },
    answers: { 200: runSchema, 202: runSchema },
  },
  cancelRun: {
    method: 'DELETE',
    path: '/v1/runs/{id}',
    tag: 'compositions',
    summary: 'Cancel a run: steps under way are cancelled, no other begins, what was done stays',
    scope: 'tools:call',
    answers: { 202: runSchema },
  },
});
