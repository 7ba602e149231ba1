import { createPublisherKeySchema, publisherKeySchema } from '../signatures.js';
import { define, listOf, page } from './route.js';

/** Keys by which publishers sign what they publish. */
export const signaturesRoutes = define({
  listPublisherKeys: {
    method: 'GET',
    path: '/v1/namespaces/{ns}/keys',
    tag: 'signatures',
    summary: 'List the public keys of a namespace, retired ones included',
    scope: 'anonymous',
    query: page,
    answers: { 200: listOf(publisherKeySchema) },
  },
  addPublisherKey: {
    method: 'POST',
    path: '/v1/namespaces/{ns}/keys',
    tag: 'signatures',
    summary: "Register a public key for signing this namespace's versions",
    scope: 'registry:publish',
    body: createPublisherKeySchema,
    answers: { 201: publisherKeySchema, 200: publisherKeySchema },
  },
  retirePublisherKey: {
    method: 'DELETE',
    path: '/v1/namespaces/{ns}/keys/{keyId}',
    tag: 'signatures',
    summary: 'Retire a public key: it signs nothing new',
    scope: 'registry:publish',
    answers: { 200: publisherKeySchema },
  },
});
