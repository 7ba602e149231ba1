import { version } from '@assay/sdk';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Io, write } from '../io.js';
import { bridgeTo } from './bridge.js';
import { Gateway, type GatewaySettings } from './gateway.js';

/**
 * Serves a gateway's tools over standard input and output until the input ends or Ctrl-C. Standard output belongs to
 * the protocol; all words go to standard error.
 */
export async function serveTools(io: Io, settings: Pick<GatewaySettings, 'url' | 'apiKey' | 'toolset'>): Promise<void> {
  const gateway = new Gateway({ ...settings, fetch: io.fetch, version });
  const handle = serveStdio(() => bridgeTo(gateway), {
    transport: new StdioServerTransport(io.stdin, io.stdout),
    onerror: (error) => void write(io.stderr, `assay mcp: ${error.message}\n`),
  });
  await new Promise<void>((resolve) => {
    io.stdin.once('end', resolve);
    io.stdin.once('close', resolve);
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
  await gateway.close();
}
