import { z } from 'zod';
import {
  approvalDetailSchema,
  approvalSchema,
  approvalSettingsSchema,
  approvalStates,
  decideApprovalSchema,
  delegateApprovalSchema,
  delegatesSchema,
  openApprovalLinkSchema,
} from '../approvals.js';
import { cursor, define, listOf } from './route.js';

/** Calls that wait for a person. */
export const approvalsRoutes = define({
  listApprovals: {
    method: 'GET',
    path: '/v1/approvals',
    tag: 'approvals',
    summary: 'List calls that need or needed approval: your own and those you may decide on, newest first',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, status: z.enum(approvalStates).optional() }),
    answers: { 200: listOf(approvalSchema) },
  },
  showApproval: {
    method: 'GET',
    path: '/v1/approvals/{id}',
    tag: 'approvals',
    summary: 'Show exactly what would run, and the decisions so far',
    scope: 'authenticated',
    answers: { 200: approvalDetailSchema },
  },
  decideApproval: {
    method: 'POST',
    path: '/v1/approvals/{id}/decision',
    tag: 'approvals',
    summary:
      'Approve or deny the call; it runs once. Users decide on their own calls in a recently confirmed session only',
    scope: 'approvals:decide',
    body: decideApprovalSchema,
    answers: { 200: approvalSchema },
  },
  listDelegates: {
    method: 'GET',
    path: '/v1/approvals/{id}/delegates',
    tag: 'approvals',
    summary: 'List the users to whom you can delegate your decision',
    scope: 'approvals:decide',
    answers: { 200: delegatesSchema },
  },
  delegateApproval: {
    method: 'PUT',
    path: '/v1/approvals/{id}/delegation',
    tag: 'approvals',
    summary: 'Hand your decision to another user who may decide; others decide as before',
    scope: 'approvals:decide',
    body: delegateApprovalSchema,
    answers: { 200: approvalSchema },
  },
  takeBackApproval: {
    method: 'DELETE',
    path: '/v1/approvals/{id}/delegation',
    tag: 'approvals',
    summary: 'Take back a decision that you delegated',
    scope: 'approvals:decide',
    answers: { 200: approvalSchema },
  },
  openApprovalLink: {
    method: 'POST',
    path: '/v1/approvals/links',
    tag: 'approvals',
    summary: 'Use the one-time link of a message, signed in as the person it was sent to; it decides nothing',
    scope: 'authenticated',
    body: openApprovalLinkSchema,
    answers: { 200: approvalSchema },
  },
  showApprovalSettings: {
    method: 'GET',
    path: '/v1/approvals/settings',
    tag: 'approvals',
    summary: 'Show approval settings',
    scope: 'authenticated',
    answers: { 200: approvalSettingsSchema },
  },
  setApprovalSettings: {
    method: 'PUT',
    path: '/v1/approvals/settings',
    tag: 'approvals',
    summary: 'Change approval settings: two approvals, and whether users may decide on their own calls',
    scope: 'admin',
    body: approvalSettingsSchema,
    answers: { 200: approvalSettingsSchema },
  },
});
