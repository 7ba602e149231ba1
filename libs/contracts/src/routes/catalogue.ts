import { z } from 'zod';
import { checkAnswerSchema, entrySchema, manifestSchema, resolvedEntrySchema } from '../manifest.js';
import { reviewSchema } from '../reviews.js';
import { changeStatusSchema } from '../status.js';
import { dependentSchema, toolLatencySchema, versionComparisonSchema } from '../tool-facts.js';
import { toolFilters, toolListSchema } from '../tool-list.js';
import { cursor, define, listOf, page } from './route.js';

/** Publishing and reading tools. */
export const catalogueRoutes = define({
  publishTool: {
    method: 'POST',
    path: '/v1/tools',
    tag: 'catalogue',
    summary: 'Publish a version of a tool',
    scope: 'registry:publish',
    headers: {
      'Assay-Signature':
        "The publisher's signature, `keyid=<16 hex digits>; sig=<base64url>`: Ed25519, by a key registered for the namespace, over the lines assay-entry-v1, name@version and the manifest's digest",
    },
    body: manifestSchema,
    answers: { 201: entrySchema, 200: entrySchema, 202: reviewSchema },
  },
  checkTool: {
    method: 'POST',
    path: '/v1/tools/check',
    tag: 'catalogue',
    summary: 'Check what publishing this manifest would do',
    scope: 'registry:read',
    body: manifestSchema,
    answers: { 200: checkAnswerSchema },
  },
  listTools: {
    method: 'GET',
    path: '/v1/tools',
    tag: 'catalogue',
    summary: 'List tools, one entry each (the newest active version)',
    scope: 'anonymous',
    query: z.strictObject({
      ...cursor,
      ...toolFilters,
    }),
    answers: { 200: toolListSchema },
  },
  showTool: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}',
    tag: 'catalogue',
    summary: 'Show a tool (its newest active version)',
    scope: 'anonymous',
    answers: { 200: entrySchema },
  },
  listVersions: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/versions',
    tag: 'catalogue',
    summary: 'List the versions of a tool, newest first',
    scope: 'anonymous',
    query: z.strictObject({ ...cursor, range: z.string().min(1).max(200).optional() }),
    answers: { 200: listOf(entrySchema) },
  },
  showVersion: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/versions/{version}',
    tag: 'catalogue',
    summary: 'Show one version',
    scope: 'anonymous',
    answers: { 200: entrySchema },
  },
  changeStatus: {
    method: 'PATCH',
    path: '/v1/tools/{ns}/{tool}/versions/{version}/status',
    tag: 'catalogue',
    summary: 'Deprecate, yank or restore a version; idempotent',
    scope: 'registry:publish',
    body: changeStatusSchema,
    answers: { 200: entrySchema },
  },
  resolveTool: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/resolve',
    tag: 'catalogue',
    summary: 'Resolve a range to the newest version this caller may call',
    scope: 'anonymous',
    query: z.strictObject({ range: z.string().min(1).max(200).optional() }),
    answers: { 200: resolvedEntrySchema },
  },
  compareVersions: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/compare',
    tag: 'catalogue',
    summary: 'Compare any two versions of a tool, with what breaks for users of the first',
    scope: 'anonymous',
    query: z.strictObject({ from: z.string().min(1).max(128), to: z.string().min(1).max(128) }),
    answers: { 200: versionComparisonSchema },
  },
  listDependents: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/dependents',
    tag: 'catalogue',
    summary: 'List the composed tools that call this tool',
    scope: 'anonymous',
    query: page,
    answers: { 200: listOf(dependentSchema) },
  },
  showLatency: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/latency',
    tag: 'catalogue',
    summary: 'Show how long calls of a version take (default: the newest in use)',
    scope: 'anonymous',
    query: z.strictObject({ version: z.string().min(1).max(128).optional() }),
    answers: { 200: toolLatencySchema },
  },
});
