import type { DecideCalls } from '@assay/core';

/** Policies that allow everything: for tests of something else. */
export const noPolicies: Pick<DecideCalls, 'run'> = {
  run: () => ({ verdict: 'ALLOW', policies: [], digest: 'sha256:0', why: 'everything is allowed', failed: [] }),
};
