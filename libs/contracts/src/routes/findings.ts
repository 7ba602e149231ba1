import { z } from 'zod';
import { findingSchema, findingSeverities, findingStates, findingSubjects, resolveFindingSchema } from '../findings.js';
import { cursor, define, listOf } from './route.js';

/** What was seen in definitions and outputs that looks like abuse. */
export const findingsRoutes = define({
  listFindings: {
    method: 'GET',
    path: '/v1/findings',
    tag: 'findings',
    summary: 'List findings in your namespaces, newest first; operators see all',
    scope: 'registry:publish',
    query: z.strictObject({
      ...cursor,
      tool: z.string().max(200).optional(),
      severity: z.enum(findingSeverities).optional(),
      subject: z.enum(findingSubjects).optional(),
      state: z.enum(findingStates).optional(),
    }),
    answers: { 200: listOf(findingSchema) },
  },
  showFinding: {
    method: 'GET',
    path: '/v1/findings/{id}',
    tag: 'findings',
    summary: 'Show a finding with its evidence',
    scope: 'registry:publish',
    answers: { 200: findingSchema },
  },
  resolveFinding: {
    method: 'POST',
    path: '/v1/findings/{id}/resolve',
    tag: 'findings',
    summary: 'Dismiss a false alarm, which ends its quarantine, or confirm abuse (operators only)',
    scope: 'admin',
    body: resolveFindingSchema,
    answers: { 200: findingSchema },
  },
});
