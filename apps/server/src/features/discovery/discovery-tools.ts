import {
  constraintsSchema,
  type Discover,
  type DiscoveryAnswer,
  details,
  discoverSchema,
  maxQuerySent,
} from '@assay/contracts';
import type { DiscoverTools } from '@assay/discovery';
import { nearestTools, revokedRules } from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import { type Clock, splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, visibleVersions } from '@assay/registry';
import { z } from 'zod';
import {
  type CallToolResult,
  defineTool,
  failed,
  type GatewayTool,
  type GatewayTools,
} from '../../edges/mcp/gateway-tool.js';
import type { McpCall } from '../../edges/mcp/mcp-call.js';
import { aboutTokens, type Content } from '../../edges/mcp/results/content-size.js';
import { ownAnswer } from '../../edges/mcp/results/own-answer.js';
import type { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { groupHints } from '../../edges/mcp/tool-groups.js';
import type { KitsUnderway } from '../installation/kits-underway.js';
import { foundMembers, foundText } from './found-tools.js';
import { signInNotice } from './not-signed-in.js';
import { definitionLines, oneLine } from './tool-text.js';

const searchSchema = z
  .strictObject({
    query: z.string().min(1).max(maxQuerySent).describe('What the tool should do, in words'),
    capabilities: discoverSchema.shape.capabilities,
    constraints: constraintsSchema.optional(),
    limit: z.int().min(1).max(50).optional().describe('Defaults to 10'),
    detail: z.enum(details).optional().describe('Default schemas'),
    tokenBudget: discoverSchema.shape.tokenBudget,
    session: discoverSchema.shape.session,
    strict: discoverSchema.shape.strict,
    explain: discoverSchema.shape.explain,
    strategy: discoverSchema.shape.strategy,
    state: discoverSchema.shape.state,
  })
  .refine((it) => it.tokenBudget !== 'session' || it.session !== undefined, {
    message: 'needs a session: name it as session',
    path: ['tokenBudget'],
  });
const describeSchema = z.strictObject({
  tools: z.array(z.string().min(1).max(400)).min(1).max(20),
});

export interface DiscoveryToolsPorts {
  readonly discover: Pick<DiscoverTools<Caller>, 'discover'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly ceiling: ResponseCeiling;
  readonly clock: Pick<Clock, 'now'>;
  readonly underway: Pick<KitsUnderway, 'notice'>;
  /** What the protocol adds to a result, which a token budget has to hold, too. */
  readonly beside: object;
}

const list = { type: 'array', items: { type: 'object' } };

/** `search_tools` and `describe_tools`. */
export class DiscoveryTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: DiscoveryToolsPorts) {
    this.tools = [
      {
        definition: defineTool({
          name: 'search_tools',
          title: 'Search tools',
          description:
            'Find tools by what they do. Returns name, version, reasons and, unless asked otherwise, the schemas, so that the best result can be passed to call_tool at once. Pass its discoveryId on.',
          schema: searchSchema,
          words: {
            capabilities: 'Such as data.query',
            constraints:
              '{maxLatencyMs, minTrust, maxCost, version, protocol, stage, readOnly, exclude[]}; all optional',
            tokenBudget: 'Most tokens of the answer',
            strict: 'No weaker matches',
            explain: 'What learning changed',
            strategy: '',
            state: 'For rules',
          },
          output: { discoveryId: { type: 'string' }, results: list, excluded: list },
          annotations: { readOnlyHint: true, openWorldHint: false },
        }),
        schema: searchSchema,
        run: (input: Discover, call) => search(ports, input, call),
      },
      {
        definition: defineTool({
          name: 'describe_tools',
          title: 'Describe tools',
          description: 'Show definitions of tools by name: description, input and output schema, annotations.',
          schema: describeSchema,
          words: { tools: 'namespace/tool, optionally @range' },
          output: { tools: list, tokens: { type: 'integer' } },
          annotations: { readOnlyHint: true, openWorldHint: false },
        }),
        schema: describeSchema,
        run: (input: z.infer<typeof describeSchema>, { caller }) => describe(ports, input.tools, caller),
      },
    ];
  }
}

async function search(
  { discover, beside, ceiling, clock, underway }: DiscoveryToolsPorts,
  input: Discover,
  { caller, unlisted = [] }: McpCall,
): Promise<CallToolResult> {
  const said = [...signInNotice(caller), ...underway.notice(caller), ...groupHints(input.query ?? '', unlisted)];
  const noted = (answer: DiscoveryAnswer): DiscoveryAnswer =>
    said.length === 0 ? answer : { ...answer, warnings: [...said, ...(answer.warnings ?? [])] };
  const found = await discover.discover(input, caller, (answer) => longerForm(noted(answer), beside));
  if (!found.ok) return failed(found.error);
  const answer = noted(found.value);
  return ownAnswer(
    {
      ...{ tool: 'search_tools', caller, now: clock.now() },
      content: [{ type: 'text', text: foundText(answer) }],
      structured: foundMembers(answer),
      short: { discoveryId: answer.discoveryId, warnings: answer.warnings },
      ceiling: input.tokenBudget === 'session' ? undefined : input.tokenBudget,
    },
    ceiling,
  );
}

/** A client shows its model the text or the structured content: a budget holds the longer of the two. */
function longerForm(answer: DiscoveryAnswer, beside: object): string {
  const added = JSON.stringify(beside);
  const forms = [foundText(answer), JSON.stringify(foundMembers(answer))];
  return `${forms.reduce((a, b) => (b.length > a.length ? b : a))}${added}`;
}

type Described = Readonly<Record<string, unknown>> & {
  readonly tool: string;
  readonly inputSchema?: object;
  readonly outputSchema?: object;
};

async function describe(
  ports: DiscoveryToolsPorts,
  references: readonly string[],
  caller: Caller,
): Promise<CallToolResult> {
  const tools = references.map((reference) => definition(ports, reference, caller));
  const notice = signInNotice(caller);
  const content: Content = [...notice, ...tools.map(definitionText)].map((text) => ({ type: 'text', text }));
  return ownAnswer(
    {
      ...{ tool: 'describe_tools', caller, content, now: ports.clock.now() },
      structured: { tools, tokens: aboutTokens(content), ...(notice.length > 0 && { warnings: notice }) },
      isError: tools.every((it) => 'error' in it),
    },
    ports.ceiling,
  );
}

function definition({ catalogue, directory }: DiscoveryToolsPorts, reference: string, caller: Caller): Described {
  const [name, range] = splitReference(reference);
  const versions = visibleVersions(catalogue.tool(name), caller, directory);
  const revoked = revokedRules(caller, catalogue, directory);
  const resolved = resolveVersion(name, versions, range, () => null, revoked);
  if (versions.length === 0)
    return { tool: reference, error: `No tool "${name}".${nearestTools(name, caller, { catalogue, directory })}` };
  if (!resolved.ok) return { tool: reference, error: resolved.error.message, ...resolved.error.data };
  const { version, warnings } = resolved.value;
  const { title, description, capabilities, inputSchema, outputSchema, annotations } = version.manifest;
  return {
    tool: version.manifest.name,
    version: version.version,
    ...(title !== undefined && { title }),
    description,
    ...(capabilities !== undefined && { capabilities }),
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function definitionText(it: Described): string {
  if ('error' in it) {
    const { tool: asked, error, ...data } = it;
    return `${asked}: ${String(error)}${Object.keys(data).length === 0 ? '' : ` ${JSON.stringify(data)}`}`;
  }
  const { tool, version, description, annotations, warnings = [] } = it;
  return [
    `${tool}@${String(version)}: ${oneLine(String(description))}`,
    ...definitionLines(it),
    ...(annotations === undefined ? [] : [`   annotations: ${JSON.stringify(annotations)}`]),
    ...(warnings as string[]).map((warning) => `   warning: ${warning}`),
  ].join('\n');
}
