import { createRuleSchema, ruleSchema } from '../rules.js';
import { define, listOf, page } from './route.js';

/** Which tool is chosen in which situation, as data. */
export const rulesRoutes = define({
  listRules: {
    method: 'GET',
    path: '/v1/rules',
    tag: 'discovery',
    summary: "List your organisation's rules by priority",
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(ruleSchema) },
  },
  createRule: {
    method: 'POST',
    path: '/v1/rules',
    tag: 'discovery',
    summary: 'Add a rule: when a predicate holds, this tool is chosen',
    scope: 'admin',
    body: createRuleSchema,
    answers: { 201: ruleSchema },
  },
  deleteRule: {
    method: 'DELETE',
    path: '/v1/rules/{id}',
    tag: 'discovery',
    summary: 'Remove a rule',
    scope: 'admin',
    answers: { 204: null },
  },
});
