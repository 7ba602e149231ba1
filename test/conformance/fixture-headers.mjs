// Headers that repeat arguments of calls (`x-mcp-header`), as the conformance fixture checks them.
import { ProtocolError } from '@modelcontextprotocol/server';

const headerMismatch = -32_020;

/** The arguments that headers mirror have to be what the headers say. */
export function checkHeaders({ properties = {} }, args, headers) {
  for (const [key, schema] of Object.entries(properties)) {
    const header = schema['x-mcp-header'];
    if (header === undefined || args[key] === undefined) continue;
    const sent = headers.get(`mcp-param-${header}`);
    if (sent === null || decoded(sent) !== String(args[key]))
      throw new ProtocolError(headerMismatch, `The header Mcp-Param-${header} does not say what ${key} is.`);
  }
}

function decoded(value) {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}
