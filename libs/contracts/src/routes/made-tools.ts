import {
  describeToolSchema,
  exportedToolSchema,
  madeToolSchema,
  promoteMadeToolSchema,
  toolTemplateSchema,
} from '../made-tools.js';
import { define, listOf, page } from './route.js';

/** Tools that agents make. */
export const madeToolsRoutes = define({
  makeTool: {
    method: 'POST',
    path: '/v1/made-tools',
    tag: 'compositions',
    summary: 'Make a tool from code: it is validated, and then callable by its maker alone',
    scope: 'tools:call',
    body: toolTemplateSchema,
    answers: { 201: madeToolSchema },
  },
  describeMadeTool: {
    method: 'POST',
    path: '/v1/made-tools/describe',
    tag: 'compositions',
    summary: 'Let the configured language model write a tool: it is validated like any other, in at most 3 attempts',
    scope: 'tools:call',
    body: describeToolSchema,
    answers: { 201: madeToolSchema },
  },
  exportMadeTool: {
    method: 'GET',
    path: '/v1/made-tools/{id}/export',
    tag: 'compositions',
    summary: 'The files of an MCP server package that runs a made tool of tier 0 without Assay',
    scope: 'tools:call',
    answers: { 200: exportedToolSchema },
  },
  listMadeTools: {
    method: 'GET',
    path: '/v1/made-tools',
    tag: 'compositions',
    summary: "List the tools you made; for reviewers, your organisation's",
    scope: 'tools:call',
    query: page,
    answers: { 200: listOf(madeToolSchema) },
  },
  showMadeTool: {
    method: 'GET',
    path: '/v1/made-tools/{id}',
    tag: 'compositions',
    summary: 'Show a made tool: its code, report and uses',
    scope: 'tools:call',
    answers: { 200: madeToolSchema },
  },
  promoteMadeTool: {
    method: 'POST',
    path: '/v1/made-tools/{id}/promote',
    tag: 'compositions',
    summary: 'Decide on a made tool: approve publishes it as 1.0.0 in the sandbox stage',
    scope: 'approvals:decide',
    body: promoteMadeToolSchema,
    answers: { 200: madeToolSchema },
  },
});
