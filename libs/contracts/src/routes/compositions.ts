import { z } from 'zod';
import { codeBodySchema, codeTypesBodySchema, codeTypesSchema } from '../code.js';
import { runBodySchema, runCheckSchema, runEventSchema, runSchema, runStatuses, runSummarySchema } from '../runs.js';
import { cursor, define, listOf } from './route.js';

/** Compositions: checking and running them. */
export const compositionsRoutes = define({
  checkPlan: {
    method: 'POST',
    path: '/v1/plans/check',
    tag: 'compositions',
    summary: 'Check a composition before it runs: problems, graph and estimate; nothing is called',
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
      'idempotency-key': 'Repeated runs with the same key are made only once; same as idempotencyKey in the body',
      prefer: 'respond-async: returns 202 immediately, and the run continues',
    },
    body: runBodySchema,
    answers: { 200: runSchema, 202: runSchema },
  },
  runCode: {
    method: 'POST',
    path: '/v1/code',
    tag: 'compositions',
    summary: 'Run code in a sandbox; every tool call in it is a step of the run, through the gateway',
    scope: 'tools:call',
    headers: {
      'idempotency-key': 'Repeated runs with the same key are made only once; same as idempotencyKey in the body',
      prefer: 'respond-async: returns 202 immediately, and the run continues',
    },
    body: codeBodySchema,
    answers: { 200: runSchema, 202: runSchema },
  },
  codeTypes: {
    method: 'POST',
    path: '/v1/code/types',
    tag: 'compositions',
    summary: 'TypeScript declarations of tools for code, within a token budget',
    scope: 'registry:read',
    body: codeTypesBodySchema,
    answers: { 200: codeTypesSchema },
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
    summary: 'Show one of your runs, its steps and result',
    scope: 'tools:call',
    answers: { 200: runSchema, 202: runSchema },
  },
  followRun: {
    method: 'GET',
    path: '/v1/runs/{id}/events',
    tag: 'compositions',
    summary: 'Follow one of your runs',
    scope: 'tools:call',
    headers: { 'last-event-id': 'The last event received before the connection broke: resumes after it' },
    mediaType: 'text/event-stream',
    answers: { 200: runEventSchema, 204: null },
  },
  resumeRun: {
    method: 'POST',
    path: '/v1/runs/{id}/resume',
    tag: 'compositions',
    summary: 'Resume one of your runs that ended early; successful steps are not repeated',
    scope: 'tools:call',
    headers: { prefer: 'respond-async: returns 202 immediately, and the run continues' },
    answers: { 200: runSchema, 202: runSchema },
  },
  cancelRun: {
    method: 'DELETE',
    path: '/v1/runs/{id}',
    tag: 'compositions',
    summary: 'Cancel a run: running steps are cancelled, no further step starts, completed steps are kept',
    scope: 'tools:call',
    answers: { 202: runSchema },
  },
});
