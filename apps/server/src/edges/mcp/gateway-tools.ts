import {
  callToolSchema,
  constraintsSchema,
  type Discover,
  type DiscoveryAnswer,
  details,
  discoverSchema,
  errorTable,
  type Invoke,
  type StartSaga,
  startSagaSchema,
} from '@assay/contracts';
import { type Invoked, revokedRules } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Failure, issuesOfShape, splitReference } from '@assay/kernel';
import { resolveVersion, visibleVersions } from '@assay/registry';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Domain } from '../../domain.js';
import { FailureException } from '../failure-exception.js';
import { requireScope } from '../caller-guard.js';
import { invokeAtClient, showCall, showCallSchema } from './ask-approval.js';
import { callLinks, callMembers, callText, callWarnings } from './call-result.js';
import { foundTools } from '../../features/discovery/found-tools.js';
import type { McpCall } from './mcp-call.js';
import { executePlan, executePlanSchema, showRun, showRunSchema } from '../../features/runs/plan-tools.js';
import { readOutput, readOutputSchema } from '../../features/outputs/read-output.js';
import { showSaga, showSagaSchema, startSaga } from '../../features/sagas/saga-tools.js';

interface GatewayTool {
  readonly definition: Tool;
  readonly schema: z.ZodType;
  run(input: never, call: McpCall): Promise<CallToolResult>;
}

const searchSchema = z.strictObject({
  query: z.string().min(1).max(4_000).describe('What the tool should do, in words'),
  capabilities: discoverSchema.shape.capabilities,
  constraints: constraintsSchema.optional(),
  limit: z.int().min(1).max(50).optional().describe('Defaults to 10'),
  detail: z.enum(details).optional().describe('names, summary or schemas (the default)'),
  tokenBudget: discoverSchema.shape.tokenBudget,
  strategy: discoverSchema.shape.strategy,
  state: discoverSchema.shape.state,
});
const describeSchema = z.strictObject({
  tools: z
    .array(z.string().min(1).max(400))
    .min(1)
    .max(20)
    .describe('Such as ["assay/files.read", "acme/orders.create@^1"]'),
});

/**
 * `search_tools`, `describe_tools` and `call_tool`: every tool of the registry through three; `execute_tool_plan`, `show_call`,
 * `show_run`, `start_saga`, `show_saga` and `read_output`. `beside`: what the protocol adds to a result, which a token budget has to hold, too.
 */
export function gatewayTools(domain: Domain, beside: object = {}): ReadonlyMap<string, GatewayTool> {
  const tools: GatewayTool[] = [
    {
      definition: define(
        'search_tools',
        'Search tools',
        'Find tools by what they do. Answers name, version, reasons and, unless asked otherwise, the input schema, so that the best result can be passed to call_tool directly; pass its discoveryId on, so that later searches learn from what worked. A tokenBudget bounds the whole answer.',
        searchSchema,
        { readOnlyHint: true, openWorldHint: false },
      ),
      schema: searchSchema,
      run: (input: Discover, { caller }) => search(domain, input, caller, beside),
    },
    {
      definition: define(
        'describe_tools',
        'Describe tools',
        'Show the full definition of tools by name (namespace/tool, optionally @range): description, input and output schema, annotations.',
        describeSchema,
        { readOnlyHint: true, openWorldHint: false },
      ),
      schema: describeSchema,
      run: (input: z.infer<typeof describeSchema>, { caller }) => describe(domain, input.tools, caller),
    },
    {
      definition: define(
        'call_tool',
        'Call a tool',
        "Call a tool of the registry, or give capability instead of tool to call the best tool that has it. The input must match the tool's input schema; the answer is an envelope with the output, its validation and its provenance.",
        callToolSchema,
        { openWorldHint: true },
      ),
      schema: callToolSchema,
      run: (input: Invoke, call) => invoke(domain, input, call),
    },
    {
      definition: define(
        'show_call',
        'Look at a call again',
        'Show the result of one of your calls by its id: a call that waited for a person, or continued after its request ended.',
        showCallSchema,
        { readOnlyHint: true, openWorldHint: false },
      ),
      schema: showCallSchema,
      run: async ({ id }: z.infer<typeof showCallSchema>, call) => callResult(await showCall(domain, id, call)),
    },
    {
      definition: define(
        'read_output',
        'Read a kept result',
        'Read a stored result, or part of one: by bytes, by items of a JSON list, or by lines of a text.',
        readOutputSchema,
        { readOnlyHint: true, openWorldHint: false },
      ),
      schema: readOutputSchema,
      run: (input: z.infer<typeof readOutputSchema>, { caller }) => readOutput(domain, input, caller),
    },
    {
      definition: define(
        'execute_tool_plan',
        'Run a plan of tool calls',
        'Make several calls in one request. Each step names a tool of the registry (namespace/tool) and its arguments; "$ref:step" or "$ref:step.field" in them refers to an earlier step\'s output. Independent steps run concurrently; a step is skipped if a step it needs failed. Give output_steps to return only those outputs.',
        executePlanSchema,
        { openWorldHint: true },
      ),
      schema: executePlanSchema,
      run: async (input: z.infer<typeof executePlanSchema>, call) => runAnswer(await executePlan(domain, input, call)),
    },
    {
      definition: define(
        'show_run',
        'Look at a run again',
        'Show the status of a plan run: one that is waiting for a person, or has ended since.',
        showRunSchema,
        { readOnlyHint: true, openWorldHint: false },
      ),
      schema: showRunSchema,
      run: async (input: z.infer<typeof showRunSchema>, call) => runAnswer(await showRun(domain, input, call)),
    },
    {
      definition: define(
        'start_saga',
        'Do steps that are undone when one fails',
        'Make related calls in order; if one fails, the completed ones are undone in reverse order. Each step names a tool of the registry and its arguments; "$ref:step" or "$ref:step.field" refers to an earlier step\'s output. A step is undone by its compensation, or the one its tool declares; an irreversible step needs a person\'s approval first, unless it is the last. The saga continues in the background even if this call ends; the same idempotencyKey starts it only once.',
        startSagaSchema,
        { destructiveHint: true, openWorldHint: true },
      ),
      schema: startSagaSchema,
      run: async (input: StartSaga, call) => runAnswer(await startSaga(domain, input, call)),
    },
    {
      definition: define(
        'show_saga',
        'Look at a saga again',
        'Show the status of a saga: each step, its compensation, what it is waiting for, and what a person must resolve.',
        showSagaSchema,
        { readOnlyHint: true, openWorldHint: false },
      ),
      schema: showSagaSchema,
      run: async (input: z.infer<typeof showSagaSchema>, call) => runAnswer(await showSaga(domain, input, call)),
    },
  ];
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
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

function define(
  name: string,
  title: string,
  description: string,
  schema: z.ZodType,
  annotations: Tool['annotations'],
): Tool {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return { name, title, description, inputSchema: inputSchema as Tool['inputSchema'], annotations };
}

async function search(domain: Domain, input: Discover, caller: Caller, beside: object): Promise<CallToolResult> {
  const sent = (answer: DiscoveryAnswer): string => JSON.stringify({ ...foundTools(answer), ...beside });
  const found = await domain.discover.discover(input, caller, sent);
  return found.ok ? foundTools(found.value) : failed(found.error);
}

async function describe(domain: Domain, references: readonly string[], caller: Caller): Promise<CallToolResult> {
  const tools = references.map((reference) => {
    const [name, range] = splitReference(reference);
    const versions = visibleVersions(domain.catalogue.tool(name), caller, domain.directory);
    const revoked = revokedRules(caller, domain.catalogue, domain.directory);
    const resolved = resolveVersion(name, versions, range, () => null, revoked);
    if (versions.length === 0) return { tool: reference, error: `No tool "${name}".` };
    if (!resolved.ok) return { tool: reference, error: resolved.error.message, ...resolved.error.data };
    const { version, warnings } = resolved.value;
    const { title, description, capabilities, inputSchema, outputSchema, annotations } = version.manifest;
    return {
      tool: version.manifest.name,
      version: version.version,
      title,
      description,
      capabilities,
      inputSchema,
      outputSchema,
      annotations,
      warnings,
    };
  });
  return {
    content: [
      {
        type: 'text',
        text: tools
          .map((it) => ('error' in it ? `${it.tool}: ${it.error}` : `${it.tool}@${it.version}: ${it.description}`))
          .join('\n'),
      },
    ],
    structuredContent: { tools },
    isError: tools.every((it) => 'error' in it),
  };
}

async function invoke(domain: Domain, input: Invoke, call: McpCall): Promise<CallToolResult> {
  requireScope(call.caller, 'tools:call');
  return callResult(await invokeAtClient(domain, input, call));
}

const callResult = ({ envelope, failure }: Pick<Invoked, 'envelope' | 'failure'>): CallToolResult => ({
  content: [{ type: 'text', text: callText(envelope) }, ...callWarnings(envelope), ...callLinks(envelope)],
  structuredContent: { ...failure?.data, ...callMembers(envelope) },
  isError: envelope.error !== undefined,
});

const runAnswer = (answer: { readonly run: CallToolResult } | { readonly failure: Failure }): CallToolResult =>
  'run' in answer ? answer.run : failed(answer.failure);

/** A failure before any call was made. */
const failed = ({ code, message, issues, data }: Failure): CallToolResult => ({
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
