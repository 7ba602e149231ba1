import { z } from 'zod';
import {
  approvalDetailSchema,
  approvalSchema,
  approvalSettingsSchema,
  approvalStates,
  decideApprovalSchema,
} from '../approvals.js';
import { cursor, define, listOf } from './route.js';

/** Calls that wait for a person. */
export const approvalsRoutes = define({
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    tag: 'approvals',
    summary: 'List the calls that wait, or waited, for a person: your own, and those you may decide on, newest first',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, status: z.enum(approvalStates).optional() }),
    answers: { 200: listOf(approvalSchema) },
  },
  showApproval: {
    method: 'GET',
    path: '/v1/approvals/{id}',
    tag: 'approvals',
    summary: 'Show exactly what would run, and who said what',
    scope: 'authenticated',
    answers: { 200: approvalDetailSchema },
  },
  decideApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}/decision',
    tag: 'approvals',
    summary: 'Let the call run, once, or deny it; by a user, never by who called',
    scope: 'approvals:decide',
    body: decideApprovalSchema,
    answers: { 200: approvalSchema },
  },
  showApprovalSettings: {
    method: 'GET',
    path: '/v1/approvals/settings',
    tag: 'approvals',
    summary: 'Show how your organisation decides',
    scope: 'authenticated',
    answers: { 200: approvalSettingsSchema },
  },
  setApprovalSettings: {
    method: 'PUT',
    path: '/v1/approvals/settings',
    tag: 'approvals',
    summary: 'Say how your organisation decides: by two users, and whether by the user whose key called',
    scope: 'admin',
    body: approvalSettingsSchema,
    answers: { 200: approvalSettingsSchema },
  },
});
