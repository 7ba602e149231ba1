import {
  authorizationDecisionSchema,
  authorizationRequestSchema,
  decideAuthorizationSchema,
} from '../authorization.js';
import { define } from './route.js';

/** Which clients may act for a person. */
export const authorizationRoutes = define({
  showAuthorizationRequest: {
    method: 'GET',
    path: '/v1/authorization/interactions/{id}',
    tag: 'authorization',
    summary: 'Show what a client asks you for, in the browser that it sent here',
    scope: 'authenticated',
    answers: { 200: authorizationRequestSchema },
  },
  decideAuthorizationRequest: {
    method: 'POST',
    path: '/v1/authorization/interactions/{id}/decision',
    tag: 'authorization',
    summary: 'Allow or deny what a client asks for, signed in in the browser',
    scope: 'authenticated',
    body: decideAuthorizationSchema,
    answers: { 200: authorizationDecisionSchema },
  },
});
