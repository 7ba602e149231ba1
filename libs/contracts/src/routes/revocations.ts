import { z } from 'zod';
import {
  appealRevocationSchema,
  createRevocationSchema,
  liftRevocationSchema,
  revocationSchema,
  revocationStates,
} from '../revocations.js';
import { cursor, define, listOf } from './route.js';

/** Taking tools out of use at once. */
export const revocationsRoutes = define({
  createRevocation: {
    method: 'POST',
    path: '/v1/revocations',
    tag: 'catalogue',
    summary: 'Revoke a version, range, tool or namespace immediately, on every replica',
    scope: 'registry:revoke',
    body: createRevocationSchema,
    answers: { 201: revocationSchema, 200: revocationSchema },
  },
  listRevocations: {
    method: 'GET',
    path: '/v1/revocations',
    tag: 'catalogue',
    summary: 'List visible revocations, including lifted ones, newest first',
    scope: 'anonymous',
    query: z.strictObject({ ...cursor, state: z.enum(revocationStates).optional() }),
    answers: { 200: listOf(revocationSchema) },
  },
  appealRevocation: {
    method: 'POST',
    path: '/v1/revocations/{id}/appeal',
    tag: 'catalogue',
    summary: 'Appeal a revocation, once, as an owner; administrators are told, and it stays in force',
    scope: 'registry:publish',
    body: appealRevocationSchema,
    answers: { 200: revocationSchema },
  },
  liftRevocation: {
    method: 'DELETE',
    path: '/v1/revocations/{id}',
    tag: 'catalogue',
    summary: 'Lift a revocation; its record is kept',
    scope: 'registry:revoke',
    query: liftRevocationSchema,
    answers: { 200: revocationSchema },
  },
});
