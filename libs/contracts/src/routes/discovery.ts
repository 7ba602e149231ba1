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
    summary: "Show the search index's status and rebuild progress",
    scope: 'admin',
    answers: { 200: indexStatusSchema },
  },
  rebuildIndex: {
    method: 'POST',
    path: '/v1/index/rebuild',
    tag: 'discovery',
    summary: 'Rebuild the search index in the background, then switch over',
    scope: 'admin',
    answers: { 202: indexStatusSchema },
  },
});
