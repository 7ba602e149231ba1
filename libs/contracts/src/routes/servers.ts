import { isolationStatusSchema } from '../isolation.js';
import {
  changeServerSchema,
  confirmedImportSchema,
  confirmImportSchema,
  createImportSchema,
  createServerSchema,
  importSchema,
  serverSchema,
} from '../servers.js';
import { define, listOf, page } from './route.js';

/** Upstream servers and imports. */
export const serversRoutes = define({
  listServers: {
    method: 'GET',
    path: '/v1/servers',
    tag: 'servers',
    summary: 'List the upstream servers of your namespaces',
    scope: 'registry:publish',
    query: page,
    answers: { 200: listOf(serverSchema) },
  },
  createServer: {
    method: 'POST',
    path: '/v1/servers',
    tag: 'servers',
    summary: 'Register an upstream server',
    scope: 'registry:publish',
    body: createServerSchema,
    answers: { 201: serverSchema },
  },
  showServer: {
    method: 'GET',
    path: '/v1/servers/{ns}/{server}',
    tag: 'servers',
    summary: 'Show an upstream server',
    scope: 'registry:publish',
    answers: { 200: serverSchema },
  },
  changeServer: {
    method: 'PATCH',
    path: '/v1/servers/{ns}/{server}',
    tag: 'servers',
    summary: 'Change the address, command or credentials',
    scope: 'registry:publish',
    body: changeServerSchema,
    answers: { 200: serverSchema },
  },
  deleteServer: {
    method: 'DELETE',
    path: '/v1/servers/{ns}/{server}',
    tag: 'servers',
    summary: 'Remove a server that no tool uses',
    scope: 'registry:publish',
    answers: { 204: null },
  },
  showIsolation: {
    method: 'GET',
    path: '/v1/isolation',
    tag: 'servers',
    summary: 'Show how commands are isolated, and which of your servers are not started',
    scope: 'registry:publish',
    answers: { 200: isolationStatusSchema },
  },
  createImport: {
    method: 'POST',
    path: '/v1/imports',
    tag: 'servers',
    summary:
      "Import: read an MCP server's tools, an OpenAPI document's operations or a gRPC server's methods, and propose manifests",
    scope: 'registry:publish',
    body: createImportSchema,
    answers: { 201: importSchema },
  },
  showImport: {
    method: 'GET',
    path: '/v1/imports/{id}',
    tag: 'servers',
    summary: 'Show an import',
    scope: 'registry:publish',
    answers: { 200: importSchema },
  },
  confirmImport: {
    method: 'POST',
    path: '/v1/imports/{id}/confirm',
    tag: 'servers',
    summary: "Publish an import's proposals",
    scope: 'registry:publish',
    body: confirmImportSchema,
    answers: { 200: confirmedImportSchema },
  },
});
