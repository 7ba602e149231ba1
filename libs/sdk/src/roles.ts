import type { Role } from '@assay/contracts';

/** Written out, because the published package has the types of the contracts but not their code. */
const named: Readonly<Record<Role, true>> = {
  reader: true,
  caller: true,
  publisher: true,
  reviewer: true,
  administrator: true,
};

/** Every role that a key or an account can have, the narrowest first. */
export const roles = Object.keys(named) as readonly Role[];
