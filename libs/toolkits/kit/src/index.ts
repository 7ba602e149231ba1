/** What the tool servers that ship with Assay share. They run as processes of their own and know nothing of the rest. */

export { isPseudoFileSystem } from './folders/file-systems.js';
export { isAbsent, refusalOf } from './folders/path-refusal.js';
export { isWithin, openRoots, type Root } from './folders/roots.js';
export { exampleName, type Place, Territory } from './folders/territory.js';
export type { Kit, KitComposition, KitExample, KitLimit, KitPlaces, KitProfile, KitSettings, KitTool } from './kit.js';
export { OutcomeUnknown, Refusal } from './refusal.js';
export {
  type Answer,
  type CallFacts,
  clip,
  type OnBug,
  type Progress,
  readOnly,
  type ServedTool,
  serve,
} from './served-tool.js';
export { startKit } from './start-kit.js';
