/** For tests only: builders, fakes, hostile upstreams, and one contract suite a port. */
export { aCall } from './domain/a-call.js';
export { aCaller, aManifest, aNamespace, aPrincipal, aServer, aVersion } from './domain/builders.js';
export { FakeClock, FakeRandom } from './domain/fake-system.js';
export { InMemoryNotices } from './domain/in-memory-notices.js';
export { ManualJobs } from './domain/manual-jobs.js';
export { SmallHouse } from './domain/small-house.js';
export { type FuzzOptions, requestsFor } from './fuzz/openapi-fuzz.js';
export { type FuzzAnswer, send as sendFuzzRequest } from './fuzz/send.js';
export { NaiveToolIndex } from './index-suite/naive-tool-index.js';
export { aDocument, type ContractCase, toolIndexContract } from './index-suite/tool-index.contract.js';
export { InMemoryAuditLog } from './stores/in-memory-audit-log.js';
export { InMemoryCatalogueStore } from './stores/in-memory-catalogue-store.js';
export { InMemoryChangeFeed } from './stores/in-memory-change-feed.js';
export { InMemoryIdentityStore } from './stores/in-memory-identity-store.js';
export { type CallOptions, serverRecord, upstreamCall, wallClock } from './upstreams/upstream-calls.js';
export {
  type HttpUpstream,
  modernStdioUpstream,
  startModernUpstreamHttp,
  startUpstreamHttp,
  stdioUpstream,
  type UpstreamMode,
} from './upstreams/upstreams.js';
