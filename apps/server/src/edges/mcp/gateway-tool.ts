import { errorTable } from '@assay/contracts';
import { type Failure, issuesOfShape } from '@assay/kernel';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { FailureException } from '../failure-exception.js';
import { type ArgumentWords, listedSchema } from './listed-schema.js';
import type { McpCall } from './mcp-call.js';
import { withCost } from './results/content-size.js';
import type { ToolGroup } from './tool-groups.js';

export type { CallToolResult };

/** One of the gateway's own MCP tools. */
export interface GatewayTool {
  readonly definition: Tool;
  readonly schema: z.ZodType;
  /** Few sessions need it: it is listed where its group is asked for. */
  readonly group?: ToolGroup;
  run(input: never, call: McpCall): Promise<CallToolResult>;
}

/** The MCP tools of a feature. */
export interface GatewayTools {
  readonly tools: readonly GatewayTool[];
}

/** Tools by name, in the order of the features. */
export const toolsByName = (features: readonly GatewayTools[]): ReadonlyMap<string, GatewayTool> =>
  new Map(features.flatMap(({ tools }) => tools).map((tool) => [tool.definition.name, tool]));

/** What a tool is listed as. */
export interface Listing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType;
  /** What is said of its arguments in place of their own descriptions. */
  readonly words?: ArgumentWords;
  /** The members of its structured content, as JSON schemas; `error` is added. */
  readonly output: Readonly<Record<string, object>>;
  /** The members that every result has. */
  readonly always?: readonly string[];
  readonly annotations: NonNullable<Tool['annotations']>;
}

/** A tool as clients list it. */
export function defineTool({ name, title, description, schema, words, output, always, annotations }: Listing): Tool {
  return {
    name,
    title,
    description,
    inputSchema: listedSchema(schema, words),
    outputSchema: {
      type: 'object',
      properties: { ...output, error: { type: 'object' } },
      ...(always !== undefined && { required: [...always] }),
    },
    annotations,
  };
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

/** As above, with its cost, and with a refusal for a result too; a bug goes on. */
export const answerGatewayTool = (tool: GatewayTool, input: unknown, call: McpCall): Promise<CallToolResult> =>
  callGatewayTool(tool, input, call)
    .catch((error: unknown) => {
      if (error instanceof FailureException) return failed(error.failure);
      throw error;
    })
    .then(withCost);

/** What a feature answers: a result, or a failure before anything was done. */
export type Answer = { readonly run: CallToolResult } | { readonly failure: Failure };

export const resultOf = (answer: Answer): CallToolResult => ('run' in answer ? answer.run : failed(answer.failure));

/** What is wrong with each argument, as far as the message does not say it. */
export const issueLines = (message: string, issues: Failure['issues'] = []): string =>
  issues
    .filter((it) => !message.includes(it.message))
    .map((it) => `\n${it.path || 'They'} ${it.message}`)
    .join('');

/** A failure before any call was made. */
export const failed = ({ code, message, issues, data }: Failure): CallToolResult => ({
  content: [{ type: 'text', text: `${code}: ${message}${issueLines(message, issues)}` }],
  structuredContent: {
    status: 'failed',
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
