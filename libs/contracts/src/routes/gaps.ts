import { z } from 'zod';
import { gapKinds, gapSchema } from '../gaps.js';
import { cursor, define, listOf } from './route.js';

/** What no tool does yet. */
export const gapsRoutes = define({
  listGaps: {
    method: 'GET',
    path: '/v1/gaps',
    tag: 'discovery',
    summary: "List what you looked for or did by hand and no single tool does; for reviewers, your organisation's",
    scope: 'tools:call',
    query: z.strictObject({ ...cursor, kind: z.enum(gapKinds).optional().describe('Only gaps of this kind') }),
    answers: { 200: listOf(gapSchema) },
  },
});
