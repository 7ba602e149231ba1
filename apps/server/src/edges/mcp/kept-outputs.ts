import { outputIdOf, outputUri, type ReadKept } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpAuth } from './mcp-auth.js';

type Kept = Pick<ReadKept, 'list' | 'read'>;

/** Offers kept results as resources, which is how clients read what a resource link names. */
export function offerOutputs(server: Server, kept: Kept): Server {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler('resources/list', async (_, context) => listOutputs(kept, callerOf(context)));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [template] }));
  server.setRequestHandler('resources/read', async ({ params }, context) =>
    readResource(kept, params.uri, callerOf(context)),
  );
  return server;
}

const callerOf = ({ http }: ServerContext): Caller => (http as { authInfo: McpAuth }).authInfo.extra.caller;

/** Newest first; older ones are read by name all the same. */
const maxListed = 100;

async function listOutputs(kept: Kept, caller: Caller) {
  const found = await kept.list(caller, 'pointer', { after: null, limit: maxListed });
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
async function readResource(kept: Kept, uri: string, caller: Caller): Promise<ReadResourceResult> {
  const id = outputIdOf(uri) ?? '';
  const read = await kept.read(caller, 'pointer', id, { range: 'bytes=0-' });
  if (!read.ok) throw new ResourceNotFoundError(uri);
  const { output, slice } = read.value;
  const content = String(slice.content);
  const body = slice.encoding === 'base64' ? { blob: content } : { text: content };
  const _meta = { 'assay/next': slice.next, 'assay/bytes': output.bytes };
  return { contents: [{ uri, mimeType: output.mediaType, ...body, _meta }] };
}
