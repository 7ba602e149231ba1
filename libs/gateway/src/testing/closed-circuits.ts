import type { Admission, Circuits } from '../resilience/circuits.js';

const admission: Admission = {
  isProbe: false,
  succeeded: () => undefined,
  failed: () => undefined,
  nothing: () => undefined,
};

/** Circuit breakers that never open. */
export const closedCircuits: Circuits = {
  admit: () => admission,
  isOpen: () => false,
  stateOf: () => 'CLOSED',
  list: () => [],
  reset: () => undefined,
  shared: false,
};
