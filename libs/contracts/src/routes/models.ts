import { modelsSchema } from '../models.js';
import { define } from './route.js';

/** The models an operator has configured. */
export const modelRoutes = define({
  showModels: {
    method: 'GET',
    path: '/v1/models',
    tag: 'discovery',
    summary: 'Ask the configured models a short question each, and say how far embedding is',
    scope: 'admin',
    answers: { 200: modelsSchema },
  },
});
