import { modelsSchema } from '../models.js';
import { define } from './route.js';

/** The models an operator has configured. */
export const modelRoutes = define({
  showModels: {
    method: 'GET',
    path: '/v1/models',
    tag: 'discovery',
    summary: 'Check the configured models with a short question each, and show embedding progress',
    scope: 'admin',
    answers: { 200: modelsSchema },
  },
});
