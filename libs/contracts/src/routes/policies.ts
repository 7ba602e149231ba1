import { z } from 'zod';
import {
  checkedPolicySchema,
  checkPolicySchema,
  evaluatePolicySchema,
  policyDecisionSchema,
  policySchema,
  policyTrialSchema,
  policyVersionSchema,
  putPolicySchema,
  tryPolicySchema,
} from '../policies.js';
import { define, listOf, page } from './route.js';

const ifMatch = {
  'if-match': 'The ETag of the policies you read; 412 if they changed since',
};

/** What may be called, what needs a person's approval and what is denied: policies in Cedar, of your organisation. */
export const policiesRoutes = define({
  listPolicies: {
    method: 'GET',
    path: '/v1/policies',
    tag: 'policies',
    summary: "List your organisation's policies, including shipped ones",
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(policySchema) },
  },
  getPolicy: {
    method: 'GET',
    path: '/v1/policies/{id}',
    tag: 'policies',
    summary: 'Show policies in force; returns an ETag',
    scope: 'authenticated',
    answers: { 200: policySchema },
  },
  putPolicy: {
    method: 'PUT',
    path: '/v1/policies/{id}',
    tag: 'policies',
    summary: 'Create or replace policies after validation against the schema',
    scope: 'policies:write',
    headers: { ...ifMatch, 'if-none-match': '"*": only if no policies have this id yet' },
    body: putPolicySchema,
    answers: { 200: policySchema, 201: policySchema },
  },
  deletePolicy: {
    method: 'DELETE',
    path: '/v1/policies/{id}',
    tag: 'policies',
    summary: 'Delete policies; their versions are kept. Shipped policies return to their default',
    scope: 'policies:write',
    headers: ifMatch,
    answers: { 204: null },
  },
  listPolicyVersions: {
    method: 'GET',
    path: '/v1/policies/{id}/versions',
    tag: 'policies',
    summary: 'List all versions of policies, newest first',
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(policyVersionSchema) },
  },
  checkPolicy: {
    method: 'POST',
    path: '/v1/policies/check',
    tag: 'policies',
    summary: 'Validate policies against the schema; nothing changes',
    scope: 'policies:write',
    body: checkPolicySchema,
    answers: { 200: checkedPolicySchema },
  },
  evaluatePolicy: {
    method: 'POST',
    path: '/v1/policies/evaluate',
    tag: 'policies',
    summary: 'Show the decision for a call, its result or revealing a masked value; nothing is called',
    scope: 'authenticated',
    body: evaluatePolicySchema,
    answers: { 200: policyDecisionSchema },
  },
  tryPolicy: {
    method: 'POST',
    path: '/v1/policies/try',
    tag: 'policies',
    summary:
      'Decide recorded calls, without their arguments, under a text and under the policies in force; nothing changes',
    scope: 'policies:write',
    body: tryPolicySchema,
    answers: { 200: policyTrialSchema },
  },
  getPolicySchema: {
    method: 'GET',
    path: '/v1/schemas/policies',
    tag: 'policies',
    summary: 'Show the Cedar schema for policies',
    scope: 'anonymous',
    answers: { 200: z.object({ schema: z.string() }) },
  },
});
