import { discoverSchema, discoveryAnswerSchema } from '../discovery.js';
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
});
