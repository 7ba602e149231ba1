import { z } from 'zod';

/** One remark on a server.json. */
export const serverIssueSchema = z.object({
  /** What found it: reading, the shape, a rule of meaning, or advice. */
  type: z.enum(['json', 'schema', 'semantic', 'linter']),
  /** Such as `packages[0].transport.url`; empty for the whole. */
  path: z.string(),
  message: z.string(),
  /** An error keeps it from being published. */
  severity: z.enum(['error', 'warning', 'info']),
  /** Names the rule, such as `invalid-server-name`. */
  reference: z.string(),
});
export type ServerIssue = z.infer<typeof serverIssueSchema>;

/** Answer of `/validate`. */
export const serverVerdictSchema = z.object({ valid: z.boolean(), issues: z.array(serverIssueSchema) });
export type ServerVerdict = z.infer<typeof serverVerdictSchema>;
