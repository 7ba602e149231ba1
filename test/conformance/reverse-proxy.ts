import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReverseProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** A reverse proxy before `target`. `rewrite` turns the path it was asked for into the one it asks for. */
export async function startReverseProxy(target: string, rewrite = (path: string) => path): Promise<ReverseProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const onward = request(
      {
        hostname,
        port,
        method,
        path: rewrite(incoming.url ?? '/'),
        headers: { ...headers, 'x-forwarded-for': '192.0.2.1' },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** As `proxy_pass` with a path does it: decoded, then encoded where a path must be. */
export const decodingPath = (path: string): string => {
  const [address = '', query] = path.split('?');
  const decoded = decodeURIComponent(address);
  const encoded = decoded
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%2B', '+'))
    .join('/');
  return query === undefined ? encoded : `${encoded}?${query}`;
};
