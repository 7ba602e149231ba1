import type { Discover, DiscoveryAnswer, DiscoveryResult } from '@assay/contracts';
import type { DiscoverTools } from '@assay/discovery';
import type { ShownTool, ToolsetTools } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Clock, err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import { extraNames, type Toolset } from '@assay/registry';
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { definitionLines, oneLine } from '../../features/discovery/tool-text.js';
import { answerGatewayTool, type CallToolResult, defineTool, failed, type GatewayTool } from './gateway-tool.js';
import type { McpCall } from './mcp-call.js';
import { ownAnswer } from './results/own-answer.js';
import type { ResponseCeiling } from './results/response-ceiling.js';

export interface SetToolsPorts {
  readonly discover: Pick<DiscoverTools<Caller>, 'discover'>;
  readonly tools: ToolsetTools;
  /** The gateway's tools that a set can enable beside its search, by name. */
  readonly gateway: ReadonlyMap<string, GatewayTool>;
  readonly ceiling: ResponseCeiling;
  readonly clock: Pick<Clock, 'now'>;
}

const searchSchema = z.strictObject({
  query: z.string().min(1).max(4_000),
  limit: z.int().min(1).max(50).optional().describe('Default 10'),
});
type Search = z.infer<typeof searchSchema>;

const searchDefinition = defineTool({
  name: 'search_tools',
  title: 'Search these tools',
  description: 'Find tools of this server by what they do, with their schemas.',
  schema: searchSchema,
  output: { results: { type: 'array', items: { type: 'object' } } },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/** Candidates of the whole registry among which the tools of a set are looked for. */
const candidates = 100;

/** The gateway's own tools in a toolset that enables them: they know its tools alone, by its names. */
export class SetTools {
  readonly #ports: SetToolsPorts;

  constructor(ports: SetToolsPorts) {
    this.#ports = ports;
  }

  list = ({ enables }: Toolset): Tool[] =>
    namesIn(enables).flatMap((name) => {
      if (name === 'search_tools') return [searchDefinition];
      const tool = this.#ports.gateway.get(name);
      return tool === undefined ? [] : [tool.definition];
    });

  /** Whether any set may enable a tool of this name. */
  isNamed = (name: string): boolean => name === 'search_tools' || this.#ports.gateway.has(name);

  /** How it is called; undefined when the set enables no tool of this name. */
  find(toolset: Toolset, name: string, args: unknown): ((call: McpCall) => Promise<CallToolResult>) | undefined {
    if (!namesIn(toolset.enables).includes(name)) return undefined;
    if (name === 'search_tools') return (call) => this.#searched(toolset, args, call);
    const tool = this.#ports.gateway.get(name);
    if (tool === undefined) return undefined;
    return async (call) => {
      const fixes = name === 'execute_tool_plan';
      const inSet = withinSet(args, (step, isUndoing) => this.#step(toolset, call.caller, step, fixes && !isUndoing));
      return inSet.ok ? answerGatewayTool(tool, inSet.value, call) : failed(inSet.error);
    };
  }

  #searched(toolset: Toolset, args: unknown, call: McpCall): Promise<CallToolResult> {
    const run = (input: Search) => this.#search(toolset, input, call);
    return answerGatewayTool({ definition: searchDefinition, schema: searchSchema, run } as GatewayTool, args, call);
  }

  /** A step with the registry's name of its tool, and the preset arguments, which nothing may change where `fixes`. */
  #step(toolset: Toolset, caller: Caller, step: Members, fixes: boolean): Result<Members, Failure> {
    const { tool, arguments: under, input = under, ...rest } = step;
    const given = typeof input === 'string' ? parsed(input) : input;
    if (typeof tool !== 'string' || (given !== undefined && !isObject(given))) return ok(step);
    const found = this.#ports.tools.call(toolset, caller, tool, given ?? {});
    if (!found.ok) return found;
    const { request, fixed } = found.value;
    const named = Object.keys(fixed);
    const said = Array.isArray(rest.fixed) ? (rest.fixed as unknown[]) : [];
    const kept = fixes && named.length > 0 && { fixed: [...said, ...named] };
    return ok({ ...rest, tool: request.tool, arguments: request.input, ...kept });
  }

  async #search(toolset: Toolset, { query, limit = 10 }: Search, { caller }: McpCall): Promise<CallToolResult> {
    const { discover, tools, ceiling, clock } = this.#ports;
    const asked: Discover = { query, limit: candidates, detail: 'names', constraints: { minTrust: 0 } };
    const found = await discover.discover(asked, caller);
    const results = ranked(tools.list(toolset, caller), query, found.ok ? found.value : undefined).slice(0, limit);
    return ownAnswer(
      {
        ...{ tool: 'search_tools', caller, now: clock.now() },
        ...(toolset.responseTokens !== null && { ceiling: toolset.responseTokens }),
        content: [
          {
            type: 'text',
            text: results.length === 0 ? 'No tool of this server fits.' : results.map(textOf).join('\n'),
          },
        ],
        structured: { results },
      },
      ceiling,
    );
  }
}

type Members = Readonly<Record<string, unknown>>;
type FoundInSet = Pick<DiscoveryResult, 'description' | 'inputSchema' | 'outputSchema'> & { readonly tool: string };

const namesIn = (enables: Toolset['enables']): readonly string[] => enables.flatMap((it) => extraNames[it]);

/** Tools found by the registry's search, best first, then tools that share a word with the query. */
function ranked(shown: readonly ShownTool[], query: string, answer: DiscoveryAnswer | undefined): FoundInSet[] {
  const places = new Map((answer?.results ?? []).map(({ tool }, at) => [tool, at]));
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const scored = shown.map(({ name, version, inputSchema }) => {
    const { manifest } = version;
    const text = `${name} ${manifest.name} ${manifest.description}`.toLowerCase();
    const shared = words.filter((it) => text.includes(it)).length;
    return {
      name,
      version,
      inputSchema,
      place: places.get(manifest.name) ?? (shared > 0 ? candidates + 1 / shared : Infinity),
    };
  });
  return scored
    .filter(({ place }) => place !== Infinity)
    .sort((a, b) => a.place - b.place)
    .map(({ name, version: { manifest }, inputSchema }) => ({
      tool: name,
      description: manifest.description,
      inputSchema: inputSchema as Record<string, unknown>,
      ...(manifest.outputSchema !== undefined && { outputSchema: manifest.outputSchema as Record<string, unknown> }),
    }));
}

const textOf = (it: FoundInSet, at: number): string =>
  [`${at + 1}. ${it.tool}: ${oneLine(it.description ?? '')}`, ...definitionLines(it)].join('\n');

/** Changes a step, or the step that undoes one. */
type ChangeStep = (step: Members, isUndoing: boolean) => Result<Members, Failure>;

/** The arguments of a plan or saga with every step of it changed; anything else as it is. */
function withinSet(args: unknown, change: ChangeStep): Result<unknown, Failure> {
  if (!isObject(args) || !Array.isArray(args.steps)) return ok(args);
  const steps: unknown[] = [];
  for (const step of args.steps as unknown[]) {
    const changed = isObject(step) ? changedStep(step, change) : ok(step);
    if (!changed.ok) return changed;
    steps.push(changed.value);
  }
  return ok({ ...args, steps });
}

function changedStep(step: Members, change: ChangeStep): Result<unknown, Failure> {
  const changed = change(step, false);
  if (!changed.ok || !isObject(step.compensation)) return changed;
  const undone = change(step.compensation, true);
  return undone.ok ? ok({ ...changed.value, compensation: undone.value }) : err(undone.error);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
