/** The command line of Assay, which talks to a server through the SDK alone. */
export type { Input, Io, Output } from './io.js';
export { main, run } from './main.js';
