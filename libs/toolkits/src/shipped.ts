import { fileURLToPath } from 'node:url';
import { filesServer } from './files/version.js';

/** What the server needs to start a toolkit and publish it; descriptions and schemas come from the running toolkit. */
export interface ShippedToolkit {
  readonly namespace: string;
  /** The registered server's local name; its tools are `namespace/server.tool`. */
  readonly server: string;
  /** The built program, to be run with Node and the toolkit's own arguments. */
  readonly entry: string;
  /** The version its tools are published under. */
  readonly version: string;
  /** Whether one process may serve every caller. */
  readonly stateless: boolean;
  /** Capability tags by the tool's name. */
  readonly capabilities: Readonly<Record<string, readonly string[]>>;
}

/** From sources and from the built package alike, since `src` and `dist` are neighbours. */
const built = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

export const shippedToolkits: readonly ShippedToolkit[] = Object.freeze([
  Object.freeze({
    namespace: 'assay',
    server: 'files',
    entry: built('files/main.js'),
    version: filesServer.version,
    stateless: true,
    capabilities: Object.freeze({
      list: ['data.file.list'],
      read: ['data.file.read'],
      search: ['data.file.search'],
      metadata: ['data.file.metadata'],
    }),
  }),
]);
