import { type Answer, type OnBug, Refusal, type ServedTool, serve } from '@assay/kit';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Computing } from './computing.js';
import type { DataTool } from './data-tool.js';
import { dataTools } from './tools.js';
import { dataServer } from './version.js';

type Served = ServedTool<z.ZodObject, z.ZodObject, AbortSignal>;

const served = (tool: DataTool<z.ZodObject, z.ZodObject>, computing: Pick<Computing, 'run'>): Served => ({
  ...tool,
  async run(input, signal) {
    const computed = await computing.run({ tool: tool.name, input }, signal);
    if ('refused' in computed) throw new Refusal(computed.refused);
    return computed.answer as Answer<Record<string, unknown>>;
  },
});

/** One MCP server of pure tools, not yet connected. It keeps no state between calls. */
export function createDataServer(computing: Pick<Computing, 'run'>, onBug: OnBug = () => {}): McpServer {
  const server = new McpServer(
    { ...dataServer },
    { instructions: 'Computes on the data it is given; changes nothing, reads nothing else, has no clock.' },
  );
  for (const tool of dataTools)
    serve(server, served(tool as unknown as DataTool<z.ZodObject, z.ZodObject>, computing), (signal) => signal, onBug);
  return server;
}
