import type { Envelope } from '@assay/contracts';

type Status = Envelope['status'];

/** Written out, because the published package has the types of the contracts but not their code. */
const named: Readonly<Record<Status, true>> = {
  scheduled: true,
  running: true,
  succeeded: true,
  conditional: true,
  failed: true,
  denied: true,
  awaiting_approval: true,
  escalated: true,
  cancelled: true,
};

/** Every status that a call can have. */
export const invocationStatuses = Object.keys(named) as readonly Status[];
