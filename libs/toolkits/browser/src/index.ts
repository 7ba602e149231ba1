/** The record of the kit. Its server is a program of its own: `dist/main.js`. */

export { browserKit } from './kit.js';
