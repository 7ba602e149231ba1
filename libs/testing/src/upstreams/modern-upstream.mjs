// An upstream that speaks the 2026-07-28 revision only: `node modern-upstream.mjs stdio|http`.
import { createServer } from 'node:http';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const message = { type: 'string', 'x-mcp-header': 'Message' };

function factory() {
  const server = new McpServer({ name: 'modern-upstream', version: '2.0.0' }, { capabilities: { tools: {} } });
  const inputSchema = fromJsonSchema({ type: 'object', properties: { message }, required: ['message'] });
  server.registerTool('echo', { description: 'Answers the message', inputSchema }, (input) => ({
    content: [{ type: 'text', text: input.message }],
  }));
  return server;
}

/** The request as the Fetch API has it. */
async function fetchRequest(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = request.method === 'POST' ? Buffer.concat(chunks) : undefined;
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method,
    headers: request.headers,
    body,
  });
}

function serveHttp() {
  const handler = createMcpHandler(factory, { legacy: 'reject' });
  const server = createServer(async (request, response) => {
    const answer = await handler.fetch(await fetchRequest(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  });
  server.listen(0, '127.0.0.1', () => process.stderr.write(`listening ${server.address().port}\n`));
}

if (process.argv[2] === 'http') serveHttp();
else serveStdio(factory, { legacy: 'reject' });
