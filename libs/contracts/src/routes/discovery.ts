import { discoverSchema, discoveryAnswerSchema } from '../discovery.js';
import { indexStatusSchema } from '../search-index.js';
import { define } from './route.js';

/** Finding tools. */
export const discoveryRoutes = define({
  discover: {
    method: 'POST',
    path: '/v1/discover',
    tag: 'discovery',
    summary: 'Find tools by what they do',
    scope: 'anonymous',
    body: discoverSchema,
    answers: { 200: discoveryAnswerSchema },
  },
  showIndex: {
    method: 'GET',
    path: '/v1/index',
    tag: 'discovery',
    summary: 'Say how the search index is doing, and how far a rebuild is',
    scope: 'admin',
    answers: { 200: indexStatusSchema },
  },
  rebuildIndex: {
    method: 'POST',
    path: '/v1/index/rebuild',
    tag: 'discovery',
    summary: 'Build the search index anew beside the one in use, and swap them; searches go on meanwhile',
    scope: 'admin',
    answers: { 202: indexStatusSchema },
  },
});
