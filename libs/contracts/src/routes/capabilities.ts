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
    summary: 'List the tree of capabilities, parents before children, with the number of tools you see',
    scope: 'anonymous',
    query: z.strictObject({
      ...cursor,
      under: z.string().max(100).optional().describe('Only this capability and what lies below it'),
      query: z.string().max(200).optional().describe('Only what these words speak of, best first'),
    }),
    answers: { 200: listOf(capabilityNodeSchema) },
  },
  showCapability: {
    method: 'GET',
    path: '/v1/capabilities/{tag}',
    tag: 'capabilities',
    summary: 'Show a capability; a merged tag or an alias shows the one it stands for',
    scope: 'anonymous',
    answers: { 200: capabilityDetailSchema },
  },
  proposeCapability: {
    method: 'POST',
    path: '/v1/capabilities',
    tag: 'capabilities',
    summary: 'Propose a capability; whoever runs the installation adds it at once',
    scope: 'registry:publish',
    body: proposeCapabilitySchema,
    answers: { 201: capabilityDetailSchema, 202: reviewSchema },
  },
  changeCapability: {
    method: 'PATCH',
    path: '/v1/capabilities/{tag}',
    tag: 'capabilities',
    summary: 'Change what is said of a capability, move it in the tree, or deprecate it',
    scope: 'admin',
    body: changeCapabilitySchema,
    answers: { 200: capabilityDetailSchema },
  },
  mergeCapability: {
    method: 'POST',
    path: '/v1/capabilities/{tag}/merge',
    tag: 'capabilities',
    summary: 'Let a tag stand for another capability; tools that declare it are found by either',
    scope: 'admin',
    body: mergeCapabilitySchema,
    answers: { 200: capabilityDetailSchema },
  },
});
