import type { SecretRules } from '@assay/core';

/** Rules that know of no secret. */
export const noSecrets: SecretRules = { find: async () => [] };
