/** For tests only: builders, fakes, hostile upstreams, and one contract suite a port. */
export { aCaller, aManifest, aNamespace, aPrincipal, aServer, aVersion } from './domain/builders.js';
export { FakeClock, FakeRandom } from './domain/fake-system.js';
export { NaiveToolIndex } from './index-suite/naive-tool-index.js';
export { aDocument, type ContractCase, toolIndexContract } from './index-suite/tool-index.contract.js';
export { type CallOptions, serverRecord, upstreamCall, wallClock } from './upstreams/upstream-calls.js';
export {
  type HttpUpstream,
  modernStdioUpstream,
  startModernUpstreamHttp,
  startUpstreamHttp,
  stdioUpstream,
  type UpstreamMode,
} from './upstreams/upstreams.js';
