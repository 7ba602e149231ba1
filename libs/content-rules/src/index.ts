/** Finds personal data and secrets in texts. */

export type { Passage } from './passage.js';
export { FindPersonal } from './personal/find-personal.js';
export { findSecrets, type SecretPassage } from './secrets.js';
