import { z } from 'zod';
import { keptText } from '../kept.js';
import {
  compactedSessionSchema,
  compactSessionSchema,
  forgottenSchema,
  keptMemorySchema,
  keptOutputSchema,
  keptResultSchema,
  memoryLayers,
  memorySchema,
  sessionNameSchema,
  sessionTokensSchema,
  sessionWindowSchema,
  windowQuery,
} from '../outputs.js';
import { cursor, define, listOf } from './route.js';

const part = z.strictObject({
  range: z
    .string()
    .max(100)
    .optional()
    .describe('bytes=0-65535, items=0-99 or lines=0-199, counted from 0, ends included; bytes=-500 is the end'),
  at: z.string().max(500).optional().describe('With items: a JSON pointer to the list'),
});

/** Results that are kept for their caller, and how many tokens results took. */
export const outputsRoutes = define({
  listOutputs: {
    method: 'GET',
    path: '/v1/outputs',
    tag: 'outputs',
    summary: 'List your stored results, newest first',
    scope: 'tools:call',
    query: z.strictObject(cursor),
    answers: { 200: listOf(keptResultSchema) },
  },
  readOutput: {
    method: 'GET',
    path: '/v1/outputs/{id}',
    tag: 'outputs',
    summary: 'Read one of your stored results, whole or by range',
    scope: 'tools:call',
    query: part,
    answers: { 200: keptOutputSchema },
  },
  deleteOutput: {
    method: 'DELETE',
    path: '/v1/outputs/{id}',
    tag: 'outputs',
    summary: 'Delete a stored result before it expires',
    scope: 'tools:call',
    answers: { 204: null },
  },
  listMemory: {
    method: 'GET',
    path: '/v1/memory',
    tag: 'outputs',
    summary: 'List your memories, newest first',
    scope: 'tools:call',
    query: z.strictObject({
      ...cursor,
      layer: z.enum(memoryLayers).optional(),
      session: sessionNameSchema.optional(),
      tool: keptText(200).optional().describe('namespace/tool'),
    }),
    answers: { 200: listOf(memorySchema) },
  },
  readMemory: {
    method: 'GET',
    path: '/v1/memory/{id}',
    tag: 'outputs',
    summary: 'Read one of your memories, whole or by range',
    scope: 'tools:call',
    query: part,
    answers: { 200: keptMemorySchema },
  },
  forgetMemory: {
    method: 'DELETE',
    path: '/v1/memory/{id}',
    tag: 'outputs',
    summary: 'Delete one of your memories',
    scope: 'tools:call',
    answers: { 204: null },
  },
  forgetAllMemory: {
    method: 'DELETE',
    path: '/v1/memory',
    tag: 'outputs',
    summary: 'Delete all of your memories',
    scope: 'tools:call',
    answers: { 200: forgottenSchema },
  },
  showSessionTokens: {
    method: 'GET',
    path: '/v1/sessions/{id}/tokens',
    tag: 'outputs',
    summary: "Show token use of a session's calls, and whether it fits a model's window",
    scope: 'tools:call',
    query: z.strictObject(windowQuery),
    answers: { 200: sessionTokensSchema },
  },
  setSessionWindow: {
    method: 'PUT',
    path: '/v1/sessions/{id}/window',
    tag: 'outputs',
    summary: "Set the model's window that a session is measured against",
    scope: 'tools:call',
    body: sessionWindowSchema,
    answers: { 200: sessionTokensSchema },
  },
  compactSession: {
    method: 'POST',
    path: '/v1/sessions/{id}/compact',
    tag: 'outputs',
    summary: "Give shorter forms of a session's earlier results, to replace them in a history",
    scope: 'tools:call',
    body: compactSessionSchema,
    answers: { 200: compactedSessionSchema },
  },
});
