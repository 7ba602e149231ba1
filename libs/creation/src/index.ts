/** Tools that agents make: what is missing, validation, use, promotion. */
export { CheckPublishedCode } from './check-published-code.js';
export type { Dependencies } from './dependencies.js';
export { expireTools } from './expire-tools.js';
export { ExportTools } from './export-tools.js';
export {
  type GapBounds,
  type GapQuery,
  type GapStore,
  gapBounds,
  type TracedCall,
  type UnmetRequest,
  type UnmetSum,
} from './gaps/gap-store.js';
export { ListGaps, type ListGapsPorts } from './gaps/list-gaps.js';
export { NoteRequests } from './gaps/note-requests.js';
export { TraceCalls } from './gaps/trace-calls.js';
export {
  coversHost,
  type HostFunctions,
  type HostRequest,
  isWithin,
  plainPath,
  type Reach,
} from './host/host-access.js';
export type { MadeTool, MadeToolQuery, MadeToolStore } from './made-tool.js';
export { MakeDescribedTools } from './make-described-tools.js';
export { MakeTools, makersNamespace } from './make-tools.js';
export { PromoteTools } from './promote-tools.js';
export { pythonBuiltins, pythonFits } from './python/fits.js';
export { SandboxTransport } from './sandbox-transport.js';
