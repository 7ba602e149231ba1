import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the conformance tool wants of a client. */
export interface WantedClient {
  readonly scenario: string;
  /** Of the server it has started. */
  readonly url: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Waits for clients that the conformance tool starts, and is the client for each. */
export async function waitForScenarios(be: (wanted: WantedClient) => Promise<void>) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const wanted = JSON.parse(Buffer.concat(chunks).toString('utf8')) as WantedClient;
    await be(wanted).then(
      () => response.writeHead(204).end(),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
