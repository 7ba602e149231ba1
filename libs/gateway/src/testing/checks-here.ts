import { parseExactJson, withNearestDoubles } from '@assay/contracts';
import { compileSchema } from '@assay/json-schema';
import { type LargeChecks, maxLargeMatchSteps } from '../large-checks.js';

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
