import { z } from 'zod';
import { resolveSagaSchema, sagaEventSchema, sagaSchema, sagaStates, startSagaSchema } from '../sagas.js';
import { cursor, define, listOf } from './route.js';

/** Steps with a way back. */
export const sagasRoutes = define({
  startSaga: {
    method: 'POST',
    path: '/v1/sagas',
    tag: 'sagas',
    summary: 'Begin a saga: its steps run one after the other, and what was done is undone when one fails',
    scope: 'tools:call',
    headers: {
      'idempotency-key':
        'The same key begins one saga, however often it is sent; the same as idempotencyKey in the body',
    },
    body: startSagaSchema,
    answers: { 202: sagaSchema },
  },
  listSagas: {
    method: 'GET',
    path: '/v1/sagas',
    tag: 'sagas',
    summary: 'List your own sagas, and those you may settle, newest first',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, state: z.enum(sagaStates).optional() }),
    answers: { 200: listOf(sagaSchema) },
  },
  showSaga: {
    method: 'GET',
    path: '/v1/sagas/{id}',
    tag: 'sagas',
    summary: 'Show a saga with each of its steps, forward and back',
    scope: 'authenticated',
    answers: { 200: sagaSchema },
  },
  followSaga: {
    method: 'GET',
    path: '/v1/sagas/{id}/events',
    tag: 'sagas',
    summary: 'Follow a saga from its beginning until nothing happens to it any more',
    scope: 'authenticated',
    headers: { 'last-event-id': 'The last event that arrived before the connection broke: goes on after it' },
    mediaType: 'text/event-stream',
    answers: { 200: sagaEventSchema, 204: null },
  },
  cancelSaga: {
    method: 'DELETE',
    path: '/v1/sagas/{id}',
    tag: 'sagas',
    summary: 'Cancel a saga: no further step begins, and what was done is undone',
    scope: 'authenticated',
    answers: { 202: sagaSchema },
  },
  resolveSaga: {
    method: 'POST',
    path: '/v1/sagas/{id}/resolve',
    tag: 'sagas',
    summary: 'Have what could not be undone tried once more, or say that it was settled by hand',
    scope: 'authenticated',
    body: resolveSagaSchema,
    answers: { 202: sagaSchema },
  },
});
