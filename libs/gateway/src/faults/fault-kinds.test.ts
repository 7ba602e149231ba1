import { errorTable } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { faultKinds } from './fault-kinds.js';

it.each([
  ['refused', 'transient', 502, 'none'],
  ['timed_out', 'transient', 502, 'unknown'],
  ['lost', 'transient', 502, 'unknown'],
  ['rate_limited', 'rate_limited', 429, 'none'],
  ['credential', 'unauthorised', 424, 'none'],
  ['forbidden', 'semantic', 422, 'none'],
  ['not_found', 'not_found', 404, 'none'],
  ['rejected', 'semantic', 422, 'unknown'],
  ['broken', 'server', 502, 'unknown'],
  ['missing_tool', 'server', 502, 'none'],
] as const)('%s is %s, %d, outcome %s', (kind, errorClass, http, outcome) => {
  const { code, ...row } = faultKinds[kind];
  expect([errorTable[code].class, errorTable[code].http, row.outcome]).toEqual([errorClass, http, outcome]);
});
