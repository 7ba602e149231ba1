/** What the tool servers that ship with Assay share. They run as processes of their own and know nothing of the rest. */

export type { Kit, KitExample, KitPlaces, KitProfile, KitTool } from './kit.js';
export { Refusal } from './refusal.js';
export { type Answer, clip, type OnBug, readOnly, type ServedTool, serve } from './served-tool.js';
export { startKit } from './start-kit.js';
