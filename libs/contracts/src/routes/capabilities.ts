import { z } from 'zod';
import {
  capabilityDetailSchema,
  capabilityNodeSchema,
  changeCapabilitySchema,
  mergeCapabilitySchema,
  proposeCapabilitySchema,
} from '../capabilities.js';
import { reviewSchema } from '../reviews.js';
import { cursor, define, listOf } from './route.js';

/** The taxonomy: what tools can do, as a tree. */
export const capabilitiesRoutes = define({
  listCapabilities: {
    method: 'GET',
    path: '/v1/capabilities',
    tag: 'capabilities',
    summary: 'List capabilities, parents before children, with the number of tools visible to you',
    scope: 'anonymous',
    query: z.strictObject({
      ...cursor,
      under: z.string().max(100).optional().describe('Only this capability and its descendants'),
      query: z.string().max(200).optional().describe('Search words, best match first'),
    }),
    answers: { 200: listOf(capabilityNodeSchema) },
  },
  showCapability: {
    method: 'GET',
    path: '/v1/capabilities/{tag}',
    tag: 'capabilities',
    summary: 'Show a capability; a merged tag or alias shows its target',
    scope: 'anonymous',
    answers: { 200: capabilityDetailSchema },
  },
  proposeCapability: {
    method: 'POST',
    path: '/v1/capabilities',
    tag: 'capabilities',
    summary: 'Propose a capability; operators add it directly',
    scope: 'registry:publish',
    body: proposeCapabilitySchema,
    answers: { 201: capabilityDetailSchema, 202: reviewSchema },
  },
  changeCapability: {
    method: 'PATCH',
    path: '/v1/capabilities/{tag}',
    tag: 'capabilities',
    summary: 'Change, move or deprecate a capability',
    scope: 'admin',
    body: changeCapabilitySchema,
    answers: { 200: capabilityDetailSchema },
  },
  mergeCapability: {
    method: 'POST',
    path: '/v1/capabilities/{tag}/merge',
    tag: 'capabilities',
    summary: 'Merge a tag into another; tools are found by either',
    scope: 'admin',
    body: mergeCapabilitySchema,
    answers: { 200: capabilityDetailSchema },
  },
});
