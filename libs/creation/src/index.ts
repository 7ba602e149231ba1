/** Tools that agents make: validation, use, promotion. */
export { expireTools } from './expire-tools.js';
export type { MadeTool, MadeToolQuery, MadeToolStore, MadeToolUses } from './made-tool.js';
export { MakeTools } from './make-tools.js';
export { PromoteTools } from './promote-tools.js';
export { SandboxTransport } from './sandbox-transport.js';
