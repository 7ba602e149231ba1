import { erasedLearningSchema, learningSchema, setLearningSchema } from '../learning.js';
import { define } from './route.js';

/** What an organisation learns from its own calls. */
export const learningRoutes = define({
  showLearning: {
    method: 'GET',
    path: '/v1/learning',
    tag: 'discovery',
    summary: 'Show whether your organisation learns from its calls and what it has learnt',
    scope: 'authenticated',
    answers: { 200: learningSchema },
  },
  setLearning: {
    method: 'PUT',
    path: '/v1/learning',
    tag: 'discovery',
    summary: 'Switch learning on or off for your organisation; what was learnt is kept',
    scope: 'admin',
    body: setLearningSchema,
    answers: { 200: learningSchema },
  },
  eraseLearningOf: {
    method: 'DELETE',
    path: '/v1/learning/principals/{principal}',
    tag: 'discovery',
    summary: "Delete what was learnt from one principal's calls: your own, or as an administrator anybody's",
    scope: 'authenticated',
    answers: { 200: erasedLearningSchema },
  },
  eraseLearning: {
    method: 'DELETE',
    path: '/v1/learning',
    tag: 'discovery',
    summary: 'Delete everything your organisation has learnt',
    scope: 'admin',
    answers: { 204: null },
  },
});
