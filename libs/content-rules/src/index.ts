/** Finds personal data in texts. Secrets are found by `@assay/content-rules/secrets`, whose rules take longer to load. */

export type { Passage } from './passage.js';
export { FindPersonal } from './personal/find-personal.js';
