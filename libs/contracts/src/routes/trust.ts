import { z } from 'zod';
import { rateToolSchema, ratingSchema, trustSchema } from '../trust.js';
import { define, listOf, page } from './route.js';

/** What trust in a tool rests on. */
export const trustRoutes = define({
  showTrust: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/trust',
    tag: 'trust',
    summary: "Explain a version's trust (default: the latest), with every signal",
    scope: 'anonymous',
    query: z.strictObject({
      version: z.string().min(1).max(200).optional(),
      days: z.coerce.number().int().min(1).max(90).optional().describe('Days of history; 30 when absent'),
    }),
    answers: { 200: trustSchema },
  },
  listRatings: {
    method: 'GET',
    path: '/v1/tools/{ns}/{tool}/ratings',
    tag: 'trust',
    summary: "List a tool's ratings, newest first",
    scope: 'anonymous',
    query: page,
    answers: { 200: listOf(ratingSchema) },
  },
  rateTool: {
    method: 'POST',
    path: '/v1/tools/{ns}/{tool}/ratings',
    tag: 'trust',
    summary: 'Rate a tool you have called; your latest rating counts',
    scope: 'authenticated',
    body: rateToolSchema,
    answers: { 200: ratingSchema },
  },
});
