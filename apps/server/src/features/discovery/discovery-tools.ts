import { constraintsSchema, type Discover, type DiscoveryAnswer, details, discoverSchema } from '@assay/contracts';
import type { DiscoverTools } from '@assay/discovery';
import { revokedRules } from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import { splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, visibleVersions } from '@assay/registry';
import { z } from 'zod';
import {
  type CallToolResult,
  defineTool,
  failed,
  type GatewayTool,
  type GatewayTools,
} from '../../edges/mcp/gateway-tool.js';
import { foundTools } from './found-tools.js';

const searchSchema = z
  .strictObject({
    query: z.string().min(1).max(4_000).describe('What the tool should do, in words'),
    capabilities: discoverSchema.shape.capabilities,
    constraints: constraintsSchema.optional(),
    limit: z.int().min(1).max(50).optional().describe('Defaults to 10'),
    detail: z.enum(details).optional().describe('names, summary or schemas (the default)'),
    tokenBudget: discoverSchema.shape.tokenBudget,
    session: discoverSchema.shape.session,
    strategy: discoverSchema.shape.strategy,
    state: discoverSchema.shape.state,
  })
  .refine((it) => it.tokenBudget !== 'session' || it.session !== undefined, {
    message: 'needs a session: name it as session',
    path: ['tokenBudget'],
  });
const describeSchema = z.strictObject({
  tools: z
    .array(z.string().min(1).max(400))
    .min(1)
    .max(20)
    .describe('Such as ["assay/files.read", "acme/orders.create@^1"]'),
});

export interface DiscoveryToolsPorts {
  readonly discover: Pick<DiscoverTools<Caller>, 'discover'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  /** What the protocol adds to a result, which a token budget has to hold, too. */
  readonly beside: object;
}

/** `search_tools` and `describe_tools`. */
export class DiscoveryTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: DiscoveryToolsPorts) {
    this.tools = [
      {
        definition: defineTool(
          'search_tools',
          'Search tools',
          'Find tools by what they do. Answers name, version, reasons and, unless asked otherwise, the input schema, so that the best result can be passed to call_tool directly; pass its discoveryId on, so that later searches learn from what worked. A tokenBudget bounds the whole answer.',
          searchSchema,
          { readOnlyHint: true, openWorldHint: false },
        ),
        schema: searchSchema,
        run: (input: Discover, { caller }) => search(ports, input, caller),
      },
      {
        definition: defineTool(
          'describe_tools',
          'Describe tools',
          'Show the full definition of tools by name (namespace/tool, optionally @range): description, input and output schema, annotations.',
          describeSchema,
          { readOnlyHint: true, openWorldHint: false },
        ),
        schema: describeSchema,
        run: (input: z.infer<typeof describeSchema>, { caller }) => describe(ports, input.tools, caller),
      },
    ];
  }
}

async function search(
  { discover, beside }: DiscoveryToolsPorts,
  input: Discover,
  caller: Caller,
): Promise<CallToolResult> {
  const sent = (answer: DiscoveryAnswer): string => JSON.stringify({ ...foundTools(answer), ...beside });
  const found = await discover.discover(input, caller, sent);
  return found.ok ? foundTools(found.value) : failed(found.error);
}

async function describe(
  { catalogue, directory }: DiscoveryToolsPorts,
  references: readonly string[],
  caller: Caller,
): Promise<CallToolResult> {
  const tools = references.map((reference) => {
    const [name, range] = splitReference(reference);
    const versions = visibleVersions(catalogue.tool(name), caller, directory);
    const revoked = revokedRules(caller, catalogue, directory);
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
