import { createMirrorSchema, mirrorSchema } from '../mirrors.js';
import { define, listOf, page } from './route.js';

/** Other registries that this one follows. */
export const mirrorsRoutes = define({
  listMirrors: {
    method: 'GET',
    path: '/v1/mirrors',
    tag: 'mirrors',
    summary: 'List mirrors, oldest first',
    scope: 'admin',
    query: page,
    answers: { 200: listOf(mirrorSchema) },
  },
  createMirror: {
    method: 'POST',
    path: '/v1/mirrors',
    tag: 'mirrors',
    summary: 'Follow another registry of the official MCP Registry API',
    scope: 'admin',
    body: createMirrorSchema,
    answers: { 201: mirrorSchema },
  },
  showMirror: {
    method: 'GET',
    path: '/v1/mirrors/{id}',
    tag: 'mirrors',
    summary: 'Show how far a mirror has come',
    scope: 'admin',
    answers: { 200: mirrorSchema },
  },
  syncMirror: {
    method: 'POST',
    path: '/v1/mirrors/{id}/sync',
    tag: 'mirrors',
    summary: 'Ask the other registry for changes now',
    scope: 'admin',
    answers: { 202: mirrorSchema },
  },
  deleteMirror: {
    method: 'DELETE',
    path: '/v1/mirrors/{id}',
    tag: 'mirrors',
    summary: 'Stop following; what came from it shows as deleted',
    scope: 'admin',
    answers: { 204: null },
  },
});
