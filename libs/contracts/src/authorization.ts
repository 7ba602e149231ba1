import { z } from 'zod';
import { namespaceNameSchema } from './names.js';

/** What a client asks a person for, as the consent page shows it. */
export const authorizationRequestSchema = z.object({
  id: z.string(),
  client: z.object({
    id: z.string(),
    name: z.string().describe('As the client calls itself; nobody has verified it'),
    uri: z.string().nullable(),
    host: z
      .string()
      .nullable()
      .describe('Host that publishes its description; null for a client that registered itself'),
  }),
  redirect: z.object({
    host: z.string().describe('Where the browser goes after the decision'),
    isLocal: z.boolean().describe('A program on the machine of the browser, which could be any'),
  }),
  resource: z.object({
    address: z.string().describe('The MCP address that the access is for'),
    kind: z.enum(['gateway', 'toolset', 'server']),
    name: z.string().nullable().describe('Of the toolset or server'),
  }),
  scopes: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      isGrantable: z.boolean().describe('False for what you cannot pass on; it is never granted'),
    }),
  ),
  namespaces: z.array(z.string()).describe('Namespaces that the access can be limited to'),
  person: z.string().describe('Who decides'),
  warnings: z.array(z.string()),
  expiresAt: z.iso.datetime(),
});
export type AuthorizationRequestView = z.infer<typeof authorizationRequestSchema>;

export const decideAuthorizationSchema = z.strictObject({
  decision: z.enum(['allow', 'deny']),
  scopes: z
    .array(z.string().max(128))
    .min(1)
    .max(64)
    .optional()
    .describe('With allow: some of the grantable scopes; all of them when absent'),
  namespaces: z
    .array(namespaceNameSchema)
    .max(64)
    .optional()
    .describe('With allow: limits the access to these namespaces; no limit when absent'),
});
export type DecideAuthorization = z.infer<typeof decideAuthorizationSchema>;

export const authorizationDecisionSchema = z.object({
  redirectTo: z.string().describe('Open it in the same browser; the client is told the decision'),
});
export type AuthorizationDecision = z.infer<typeof authorizationDecisionSchema>;
