/** The reference MCP server behind Assay, over both transports, in a namespace of its own. */
import { fileURLToPath } from 'node:url';
import { answersAt, end, freePort, start } from '../peers/processes.mjs';
import { liftLimits } from './lift-limits.mjs';
import { Requests } from './requests.mjs';

const everything = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

async function importEcho(requests, server, mcp, stateless) {
  const body = { namespace: 'bench', server, source: { mcp }, stateless };
  const { id } = await requests.expect(201, '/v1/imports', body);
  const name = `bench/${server}.echo`;
  await requests.expect(200, `/v1/imports/${id}/confirm`, { include: [name] });
  return name;
}

/** Resolves to `{stdioTool, httpTool, toolset, server, stop}`, the toolset with the tool over stdio. The server over stdio is shared by all callers, as the peers share theirs. */
export async function importReferenceServer(assay) {
  const requests = new Requests(assay, 2);
  const port = await freePort();
  const running = start(everything, ['streamableHttp'], { PORT: String(port) });
  try {
    const url = `http://127.0.0.1:${port}/mcp`;
    await answersAt(url, running);
    await liftLimits(requests);
    await requests.expect(201, '/v1/namespaces', { name: 'bench' });
    const command = { command: process.execPath, args: [everything, 'stdio'] };
    const stdioTool = await importEcho(requests, 'stdio', command, true);
    const httpTool = await importEcho(requests, 'http', { url }, false);
    await requests.expect(201, '/v1/toolsets', { name: 'bench', tools: [{ tool: stdioTool, as: 'echo' }] });
    return { stdioTool, httpTool, toolset: 'bench', server: 'bench/stdio', stop: () => end(running) };
  } catch (error) {
    await end(running);
    throw error;
  } finally {
    requests.close();
  }
}
