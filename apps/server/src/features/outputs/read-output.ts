import { attackWarning, outputIdOf, outputUri } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import {
  type CallToolResult,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { requireScope } from '../../edges/caller-guard.js';
import { keptView } from './output-views.js';
import type { McpAuth } from '../../edges/mcp/mcp-auth.js';

export const readOutputSchema = z.strictObject({
  id: z.string().min(1).max(100).describe('As the pointer has it'),
  range: z.string().max(100).optional().describe('bytes=0-65535, items=0-99 or lines=0-199; the beginning when absent'),
  at: z.string().max(500).optional().describe('With items: a JSON pointer to the list'),
});
type ReadOutput = z.infer<typeof readOutputSchema>;

/** The tool `read_output`: a kept result of the caller's own, by range. */
export async function readOutput(domain: Domain, { id, ...part }: ReadOutput, caller: Caller): Promise<CallToolResult> {
  requireScope(caller, 'tools:call');
  const { output, slice } = unwrap(await domain.outputs.kept.read(caller, 'pointer', id, part));
  const text = slice.encoding === 'json' ? JSON.stringify(slice.content) : String(slice.content);
  return {
    content: [{ type: 'text', text }, ...warningOf(output.findings)],
    structuredContent: { ...keptView(output), ...slice },
  };
}

/** Of a result that looked like an attack when it came, as the call that it came from said. */
const warningOf = (findings: readonly string[]): CallToolResult['content'] =>
  findings.length === 0 ? [] : [{ type: 'text', text: `Warning: ${attackWarning(findings)}` }];

/** Offers kept results as resources, which is how clients read what a resource link names. */
export function offerOutputs(server: Server, domain: Domain): Server {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler('resources/list', async (_, context) => listOutputs(domain, callerOf(context)));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [template] }));
  server.setRequestHandler('resources/read', async ({ params }, context) =>
    readResource(domain, params.uri, callerOf(context)),
  );
  return server;
}

const callerOf = ({ http }: ServerContext): Caller => (http as { authInfo: McpAuth }).authInfo.extra.caller;

/** Newest first; older ones are read by name all the same. */
const maxListed = 100;

async function listOutputs(domain: Domain, caller: Caller) {
  const found = await domain.outputs.kept.list(caller, 'pointer', { after: null, limit: maxListed });
  const resources = (found.ok ? found.value : []).map(({ id, tool, version, mediaType, bytes }) => ({
    uri: outputUri(id),
    name: `output-${id}`,
    description: `A result of ${tool}@${version}`,
    mimeType: mediaType,
    size: bytes,
  }));
  return { resources };
}

const template = {
  uriTemplate: outputUri('{id}'),
  name: 'output',
  description: 'A stored result: its beginning, up to the response limit. Read more with read_output.',
};

/** The beginning of a kept result; the range that follows is in its `_meta`. */
async function readResource(domain: Domain, uri: string, caller: Caller): Promise<ReadResourceResult> {
  const id = outputIdOf(uri) ?? '';
  const read = await domain.outputs.kept.read(caller, 'pointer', id, { range: 'bytes=0-' });
  if (!read.ok) throw new ResourceNotFoundError(uri);
  const { output, slice } = read.value;
  const content = String(slice.content);
  const body = slice.encoding === 'base64' ? { blob: content } : { text: content };
  const _meta = { 'assay/next': slice.next, 'assay/bytes': output.bytes };
  return { contents: [{ uri, mimeType: output.mediaType, ...body, _meta }] };
}
