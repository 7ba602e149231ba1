import { z } from 'zod';
import { resolveSagaSchema, sagaEventSchema, sagaSchema, sagaStates, startSagaSchema } from '../sagas.js';
import { cursor, define, listOf } from './route.js';

/** Steps with a way back. */
export const sagasRoutes = define({
  startSaga: {
    method: 'POST',
    path: '/v1/sagas',
    tag: 'sagas',
    summary: 'Start a saga: steps run in order, and completed steps are undone if one fails',
    scope: 'tools:call',
    headers: {
      'idempotency-key': 'Repeated requests with the same key start only one saga; same as idempotencyKey in the body',
    },
    body: startSagaSchema,
    answers: { 202: sagaSchema },
  },
  listSagas: {
    method: 'GET',
    path: '/v1/sagas',
    tag: 'sagas',
    summary: 'List your sagas and those you may resolve, newest first',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, state: z.enum(sagaStates).optional() }),
    answers: { 200: listOf(sagaSchema) },
  },
  showSaga: {
    method: 'GET',
    path: '/v1/sagas/{id}',
    tag: 'sagas',
    summary: 'Show a saga with each step and its compensation',
    scope: 'authenticated',
    answers: { 200: sagaSchema },
  },
  followSaga: {
    method: 'GET',
    path: '/v1/sagas/{id}/events',
    tag: 'sagas',
    summary: 'Follow a saga from its start to its end',
    scope: 'authenticated',
    headers: { 'last-event-id': 'The last event received before the connection broke: resumes after it' },
    mediaType: 'text/event-stream',
    answers: { 200: sagaEventSchema, 204: null },
  },
  cancelSaga: {
    method: 'DELETE',
    path: '/v1/sagas/{id}',
    tag: 'sagas',
    summary: 'Cancel a saga: no further step starts, and completed steps are undone',
    scope: 'authenticated',
    answers: { 202: sagaSchema },
  },
  resolveSaga: {
    method: 'POST',
    path: '/v1/sagas/{id}/resolve',
    tag: 'sagas',
    summary: 'Retry a failed compensation, or mark it as resolved manually',
    scope: 'authenticated',
    body: resolveSagaSchema,
    answers: { 202: sagaSchema },
  },
});
