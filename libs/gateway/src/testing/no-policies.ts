import type { CallPolicies } from '../invocation-ports.js';

/** Policies that allow everything: for tests of something else. */
export const noPolicies: CallPolicies = {
  run: () => ({ verdict: 'ALLOW', policies: [], digest: 'sha256:0', why: 'everything is allowed', failed: [] }),
  readsInput: () => false,
  guardsReturns: () => false,
  runReturn: () => undefined,
  mayReveal: () => false,
};
