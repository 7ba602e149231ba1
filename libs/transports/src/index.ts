/** Protocols that reach upstream tools, and the guarded way out. */
export { AddressForbiddenError, EgressGuard, type HostAndPort } from './egress/egress-guard.js';
export { guardedDispatcher } from './egress/guarded-dispatcher.js';
export { AnswerTooLargeError, type Fetch, guardedFetch, RedirectedError } from './egress/guarded-fetch.js';
export { hostAndPort } from './egress/host-and-port.js';
export { profilePermit } from './egress/profile-egress.js';
export { createGrpcTransport, type GrpcUpstreams } from './grpc/create-grpc-transport.js';
export { createHttpTransport, type HttpUpstreams } from './http/create-http-transport.js';
export type { ReachedServers } from './http/http-reach.js';
export { createJsonRpcTransport } from './json-rpc/create-json-rpc-transport.js';
export { createMcpTransport, type McpUpstreams } from './mcp/create-mcp-transport.js';
export type { ServerHealth } from './mcp/health.js';
export { installedPythons } from './mcp/packages/installed-pythons.js';
export { PackageStore, type SandboxedRun } from './mcp/packages/package-store.js';
export { type CommandOwner, type StartCommand, StartRefused } from './mcp/started-command.js';
export { HttpRegistrySource } from './mcp-registry/http-registry-source.js';
export { HttpWebhookSender } from './webhooks/http-webhook-sender.js';
