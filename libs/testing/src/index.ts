/** For tests only: hostile upstreams, fake servers, and clients. */

export { FakeMeilisearch, minActions } from './fake-meilisearch/fake-meilisearch.js';
export { type FuzzOptions, requestsFor } from './fuzz/openapi-fuzz.js';
export { type FuzzAnswer, send as sendFuzzRequest } from './fuzz/send.js';
export { FakeModel, type FakeModelOptions, type ModelMode } from './models/fake-model.js';
export { type DnsServer, startDnsServer } from './upstreams/dns-server.js';
export { type HostileGrpc, startHostileGrpc } from './upstreams/hostile-grpc.js';
export { type JsonRpcService, startJsonRpcService } from './upstreams/json-rpc-service.js';
export { type ListeningProcess, startListening } from './upstreams/listening-process.js';
export { type ProtectedApi, startProtectedApi } from './upstreams/protected-api.js';
export { serverRecord, upstreamCall, wallClock } from './upstreams/upstream-calls.js';
export {
  type Era,
  everythingStdioUpstream,
  type HttpUpstream,
  hostileCommand,
  modernStdioUpstream,
  startEverythingHttp,
  startModernUpstreamHttp,
  startUpstreamHttp,
  stdioUpstream,
  type UpstreamMode,
} from './upstreams/upstreams.js';
