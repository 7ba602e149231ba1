import { z } from 'zod';
import { qualifiedNameSchema } from './names.js';

/**
 * One method of a JSON-RPC 2.0 service over HTTP. The input is `params` by name; with `positional`, the values of those
 * properties are `params` by position.
 */
export const jsonRpcEndpointSchema = z.strictObject({
  server: qualifiedNameSchema
    .optional()
    .describe('The registered HTTP server whose base address and credentials the call uses'),
  url: z
    .string()
    .min(1)
    .max(2_048)
    .regex(
      /^(?:https?:\/\/[^\s/?#{}@\\]+(?:[/?{}@\\][^\s#]*)?|\/[^\s#]*)$/i,
      'must be an http(s) address, or with a server a path that begins with "/"',
    ),
  method: z.string().min(1).max(256).optional().describe("The tool's local name when absent"),
  positional: z
    .array(z.string().min(1).max(256))
    .max(64)
    .optional()
    .describe('Properties of the input whose values are the params, in this order; by name when absent'),
});
export type JsonRpcEndpoint = z.infer<typeof jsonRpcEndpointSchema>;
