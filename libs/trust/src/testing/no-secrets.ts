import type { SecretRules } from '../abuse/secret-rules.js';

/** Rules that know of no secret. */
export const noSecrets: SecretRules = { find: async () => [] };
