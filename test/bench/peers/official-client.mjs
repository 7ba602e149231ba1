/** The same load through the official client: what a program that uses it sees, the client's own cost included. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { figuresOf } from './raw-http.mjs';

const newClient = () => new Client({ name: 'assay-bench', version: '1.0.0' });

export async function overStdio(script, args) {
  const client = newClient();
  const transport = new StdioClientTransport({ command: process.execPath, args: [script, ...args], stderr: 'ignore' });
  await client.connect(transport);
  return { client, pid: transport.pid, close: () => client.close() };
}

export async function overHttp(url, headers = {}) {
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return { client, close: () => client.close() };
}

/** `call(message)` is `{name, arguments}`; the answer's JSON must contain the echo. */
export async function clientLoad(client, call, { concurrency, durationMs }) {
  const latencies = [];
  const startedAt = performance.now();
  const until = startedAt + durationMs;
  let number = 0;
  let errors = 0;
  let firstError;
  const worker = async () => {
    while (performance.now() < until) {
      number += 1;
      const message = `m${number}.`;
      const sentAt = performance.now();
      try {
        const result = await client.callTool(call(message));
        if (!JSON.stringify(result).includes(`Echo: ${message}`)) throw new Error(JSON.stringify(result).slice(0, 300));
        latencies.push(performance.now() - sentAt);
      } catch (error) {
        errors += 1;
        firstError ??= String(error).slice(0, 300);
        if (errors > 100) return;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return figuresOf(latencies, performance.now() - startedAt, errors, firstError);
}
