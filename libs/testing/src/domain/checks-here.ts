import { parseExactJson, withNearestDoubles } from '@assay/contracts';
import { compileSchema, type LargeChecks, maxLargeMatchSteps } from '@assay/core';

/** Checks large results at once, in this thread. */
export const checksHere: LargeChecks = {
  check: async ({ schema, json, signal }) =>
    signal.aborted
      ? { kind: 'aborted' }
      : {
          kind: 'checked',
          issues: compileSchema(schema)(withNearestDoubles(parseExactJson(json)), { stepsLeft: maxLargeMatchSteps }),
        },
};
