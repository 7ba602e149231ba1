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
    summary: 'Mirror another registry (official MCP Registry API)',
    scope: 'admin',
    body: createMirrorSchema,
    answers: { 201: mirrorSchema },
  },
  showMirror: {
    method: 'GET',
    path: '/v1/mirrors/{id}',
    tag: 'mirrors',
    summary: "Show a mirror's progress",
    scope: 'admin',
    answers: { 200: mirrorSchema },
  },
  syncMirror: {
    method: 'POST',
    path: '/v1/mirrors/{id}/sync',
    tag: 'mirrors',
    summary: 'Check the mirrored registry for changes now',
    scope: 'admin',
    answers: { 202: mirrorSchema },
  },
  deleteMirror: {
    method: 'DELETE',
    path: '/v1/mirrors/{id}',
    tag: 'mirrors',
    summary: 'Remove a mirror; its entries show as deleted',
    scope: 'admin',
    answers: { 204: null },
  },
});
