import { errorTable } from '@assay/contracts';
import { type Failure, issuesOfShape } from '@assay/kernel';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { FailureException } from '../failure-exception.js';
import type { McpCall } from './mcp-call.js';

export type { CallToolResult };

/** One of the gateway's own MCP tools. */
export interface GatewayTool {
  readonly definition: Tool;
  readonly schema: z.ZodType;
  run(input: never, call: McpCall): Promise<CallToolResult>;
}

/** The MCP tools of a feature. */
export interface GatewayTools {
  readonly tools: readonly GatewayTool[];
}

/** Tools by name, in the order of the features. */
export const toolsByName = (features: readonly GatewayTools[]): ReadonlyMap<string, GatewayTool> =>
  new Map(features.flatMap(({ tools }) => tools).map((tool) => [tool.definition.name, tool]));

/** A tool as clients list it. */
export function defineTool(
  name: string,
  title: string,
  description: string,
  schema: z.ZodType,
  annotations: Tool['annotations'],
): Tool {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return { name, title, description, inputSchema: inputSchema as Tool['inputSchema'], annotations };
}

/** Checks the arguments and runs the tool; what goes wrong is a result the model can read. */
export async function callGatewayTool(tool: GatewayTool, input: unknown, call: McpCall): Promise<CallToolResult> {
  const parsed = tool.schema.safeParse(input ?? {});
  if (parsed.success) return tool.run(parsed.data as never, call);
  const issues = parsed.error.issues.flatMap((issue) => issuesOfShape(issue, 'is not known here'));
  return failed({
    code: 'invalid_request',
    message: `The arguments do not match the schema of ${tool.definition.name}: ${issues.map((it) => `${it.path || 'they'} ${it.message}`).join('; ')}`,
    issues,
  });
}

/** As above, with a refusal for a result too; a bug goes on. */
export const answerGatewayTool = (tool: GatewayTool, input: unknown, call: McpCall): Promise<CallToolResult> =>
  callGatewayTool(tool, input, call).catch((error: unknown) => {
    if (error instanceof FailureException) return failed(error.failure);
    throw error;
  });

/** What a feature answers: a result, or a failure before anything was done. */
export type Answer = { readonly run: CallToolResult } | { readonly failure: Failure };

export const resultOf = (answer: Answer): CallToolResult => ('run' in answer ? answer.run : failed(answer.failure));

/** A failure before any call was made. */
export const failed = ({ code, message, issues, data }: Failure): CallToolResult => ({
  content: [{ type: 'text', text: `${code}: ${message}` }],
  structuredContent: {
    error: {
      code,
      class: errorTable[code].class,
      message,
      retryable: errorTable[code].retryable,
      errors: issues,
      ...data,
    },
  },
  isError: true,
});
