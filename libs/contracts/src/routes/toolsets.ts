import { createToolsetSchema, replaceToolsetSchema, toolsetSchema } from '../toolsets.js';
import { define, listOf, page } from './route.js';

/** Chosen tools under names of their own, each set an MCP server at `/mcp/toolsets/{name}`. */
export const toolsetsRoutes = define({
  listToolsets: {
    method: 'GET',
    path: '/v1/toolsets',
    tag: 'toolsets',
    summary: 'List the toolsets of your organisation that you may see',
    scope: 'authenticated',
    query: page,
    answers: { 200: listOf(toolsetSchema) },
  },
  createToolset: {
    method: 'POST',
    path: '/v1/toolsets',
    tag: 'toolsets',
    summary: 'Create a toolset',
    scope: 'tools:call',
    body: createToolsetSchema,
    answers: { 201: toolsetSchema },
  },
  showToolset: {
    method: 'GET',
    path: '/v1/toolsets/{name}',
    tag: 'toolsets',
    summary: 'Show a toolset',
    scope: 'authenticated',
    answers: { 200: toolsetSchema },
  },
  replaceToolset: {
    method: 'PUT',
    path: '/v1/toolsets/{name}',
    tag: 'toolsets',
    summary: "Replace a toolset's tools; connected clients are notified",
    scope: 'tools:call',
    body: replaceToolsetSchema,
    answers: { 200: toolsetSchema },
  },
  deleteToolset: {
    method: 'DELETE',
    path: '/v1/toolsets/{name}',
    tag: 'toolsets',
    summary: 'Remove a toolset; the tools stay',
    scope: 'tools:call',
    answers: { 204: null },
  },
});
