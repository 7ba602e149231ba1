import { z } from 'zod';
import { reviewDecisionSchema, reviewSchema, reviewStates } from '../reviews.js';
import { cursor, define, listOf } from './route.js';

/** What waits for a person's consent. */
export const reviewsRoutes = define({
  listReviews: {
    method: 'GET',
    path: '/v1/reviews',
    tag: 'reviews',
    summary: 'List reviews you submitted or may decide, newest first',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, state: z.enum(reviewStates).optional() }),
    answers: { 200: listOf(reviewSchema) },
  },
  showReview: {
    method: 'GET',
    path: '/v1/reviews/{id}',
    tag: 'reviews',
    summary: 'Show a review',
    scope: 'authenticated',
    answers: { 200: reviewSchema },
  },
  decideReview: {
    method: 'POST',
    path: '/v1/reviews/{id}/decision',
    tag: 'reviews',
    summary: 'Approve or refuse a review; an approved change takes effect immediately',
    scope: 'approvals:decide',
    body: reviewDecisionSchema,
    answers: { 200: reviewSchema },
  },
  withdrawReview: {
    method: 'DELETE',
    path: '/v1/reviews/{id}',
    tag: 'reviews',
    summary: 'Withdraw your own submission',
    scope: 'authenticated',
    answers: { 200: reviewSchema },
  },
});
