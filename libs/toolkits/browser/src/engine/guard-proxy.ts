import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from './addresses.js';

/** A connection is made or refused after the name is resolved, and to that very address. */
export interface GuardProxy {
  /** `http://127.0.0.1:port`. */
  readonly address: string;
  close(): Promise<void>;
}

const connectWithinMs = 20_000;

type Resolve = (host: string) => Promise<readonly string[]>;
const resolveHere: Resolve = async (host) => (await lookup(host, { all: true })).map((it) => it.address);

/** The address a host may be reached at; null when it may not be. */
async function permittedAddress(
  host: string,
  port: number,
  allowed: ReadonlySet<string>,
  resolve: Resolve,
): Promise<string | null> {
  const plain = host.replace(/^\[|\]$/g, '');
  const isNamed = allowed.has(`${plain}:${port}`) || allowed.has(plain);
  const addresses = isIP(plain) === 0 ? await resolve(plain).catch(() => []) : [plain];
  return addresses.find((it) => isNamed || isPublicAddress(it)) ?? null;
}

const authority = (text: string, defaultPort: number): { host: string; port: number } | null => {
  const [, host, digits] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
};

/**
 * A proxy on the loopback interface that reaches public addresses, and the hosts (`host` or `host:port`) that the operator
 * allows. Used where no proxy is given: inside Assay, its own decides.
 */
export async function startGuardProxy(hosts: readonly string[], resolve: Resolve = resolveHere): Promise<GuardProxy> {
  const allowed = new Set(hosts.map((it) => it.toLowerCase()));
  const sockets = new Set<Duplex>();
  const permit = (host: string, port: number) => permittedAddress(host.toLowerCase(), port, allowed, resolve);
  const server = createServer((asked, answer) => void forward(asked, answer, permit));
  server.on('connection', (socket: Socket) => remember(socket, sockets));
  server.on(
    'connect',
    (asked: IncomingMessage, socket: Socket, head: Buffer) =>
      void tunnel(asked.url ?? '', socket, head, { permit, sockets }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

type Permit = (host: string, port: number) => Promise<string | null>;

function remember(socket: Duplex, sockets: Set<Duplex>): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
}

const refused = 'This address is not public, and the kit may not reach it.';

async function forward(asked: IncomingMessage, answer: ServerResponse, permit: Permit): Promise<void> {
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : null;
  const port = Number(url?.port) || 80;
  const address = url?.protocol === 'http:' ? await permit(url.hostname, port) : null;
  if (url === null || address === null) {
    answer.writeHead(403, { 'content-type': 'text/plain', 'x-assay-refused': 'egress' }).end(refused);
    return;
  }
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = asked.headers;
  const path = `${url.pathname}${url.search}`;
  const made = request({ host: address, port, method: asked.method, path, headers, timeout: connectWithinMs });
  made.on('response', (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  made.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { 'content-type': 'text/plain' }).end('The host does not answer.');
  });
  answer.on('close', () => made.destroy());
  asked.pipe(made);
}

async function tunnel(
  to: string,
  socket: Socket,
  head: Buffer,
  { permit, sockets }: { permit: Permit; sockets: Set<Duplex> },
): Promise<void> {
  const target = authority(to, 443);
  const address = target === null ? null : await permit(target.host, target.port);
  if (target === null || address === null) {
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const upstream = connect({ host: address, port: target.port, timeout: connectWithinMs });
  remember(upstream, sockets);
  upstream.once('connect', () => {
    upstream.setTimeout(0);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  upstream.once('timeout', () => upstream.destroy());
  upstream.once('close', () => socket.destroy());
  socket.once('close', () => upstream.destroy());
}
