/** The MCP servers that ship with Assay. They run as child processes and know nothing of the rest. */

export { openRoots, type Root } from './files/roots.js';
export { createFilesServer, type FilesServerOptions } from './files/server.js';
export { type ShippedToolkit, shippedToolkits } from './shipped.js';
