import { z } from 'zod';
import { quarantineSchema, resolveQuarantineSchema } from '../quarantines.js';
import { cursor, define, listOf } from './route.js';

/** Versions that wait: their upstream's definition is another one now, or a finding holds them (`/v1/findings`). */
export const quarantinesRoutes = define({
  listQuarantines: {
    method: 'GET',
    path: '/v1/quarantines',
    tag: 'quarantines',
    summary: 'List quarantines of your namespaces, newest first',
    scope: 'registry:publish',
    query: z.strictObject({
      ...cursor,
      state: z.enum(['open', 'released']).optional(),
      tool: z.string().max(200).optional(),
    }),
    answers: { 200: listOf(quarantineSchema) },
  },
  showQuarantine: {
    method: 'GET',
    path: '/v1/quarantines/{id}',
    tag: 'quarantines',
    summary: 'Show a quarantine with the differences',
    scope: 'registry:publish',
    answers: { 200: quarantineSchema },
  },
  resolveQuarantine: {
    method: 'POST',
    path: '/v1/quarantines/{id}/resolve',
    tag: 'quarantines',
    summary: 'Recheck the upstream, or publish its new definition as a new version',
    scope: 'registry:publish',
    body: resolveQuarantineSchema,
    answers: { 200: quarantineSchema },
  },
});
