/** The MCP servers that ship with Assay. They run as child processes and know nothing of the rest. */

export { openRoots, type Root } from './files/roots.js';
export { createFilesServer, type FilesServerOptions } from './files/server.js';
export type { Kit, KitExample, KitPlaces, KitProfile, KitTool } from './kit.js';
export { kitNamespace, shippedKits } from './shipped.js';
