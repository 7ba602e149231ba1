import type { Socket } from 'node:net';
import type { GuardedSockets } from './guarded-sockets.js';
import { join } from './relay.js';

const maxHeadBytes = 64 * 1024;
const endOfHead = Buffer.from('\r\n\r\n');
const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Headers between the client and this proxy alone. */
const hopByHop = /^(?:proxy-[a-z-]+|connection|keep-alive)$/i;

interface Target {
  readonly host: string;
  readonly port: number;
  /** What the upstream is sent instead of the head; null for a tunnel. */
  readonly head: string | null;
}

function tunnelTarget(authority: string): Target | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(authority) ?? [];
  const host = bracketed ?? plain;
  return host === undefined ? null : { host, port: Number(digits), head: null };
}

/** The target of a proxy request, and the request as the target takes it. One request per connection. */
export function readTarget(head: string): Target | null {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', address = '', protocol = ''] = first.split(' ');
  if (!/^HTTP\/1\.[01]$/.test(protocol)) return null;
  if (method === 'CONNECT') return tunnelTarget(address);
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const port = Number(url.port) || defaultPorts[url.protocol];
  if (url.protocol !== 'http:' || port === undefined) return null;
  const kept = lines.filter((line) => line !== '' && !hopByHop.test(line.split(':')[0] ?? ''));
  const request = [`${method} ${url.pathname}${url.search} HTTP/1.1`, ...kept, 'Connection: close', '', ''];
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, head: request.join('\r\n') };
}

/** Reads up to the end of the head; null when there is none within the bound. */
function readHead(socket: Socket): Promise<{ head: string; rest: Buffer } | null> {
  return new Promise((resolve) => {
    let all = Buffer.alloc(0);
    const settle = (answer: { head: string; rest: Buffer } | null) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
      resolve(answer);
    };
    const onClose = () => settle(null);
    const onData = (chunk: Buffer) => {
      const searchFrom = Math.max(0, all.length - endOfHead.length);
      all = Buffer.concat([all, chunk]);
      const end = all.indexOf(endOfHead, searchFrom);
      if (end !== -1) settle({ head: all.toString('latin1', 0, end), rest: all.subarray(end + endOfHead.length) });
      else if (all.length > maxHeadBytes) settle(null);
    };
    socket.on('data', onData);
    socket.on('close', onClose);
  });
}

function answer(socket: Socket, status: string, text: string): void {
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

/** Serves one connection of a sandbox's HTTP proxy. */
export async function serveProxy(socket: Socket, sockets: GuardedSockets): Promise<void> {
  const read = await readHead(socket);
  if (read === null) {
    socket.destroy();
    return;
  }
  const target = readTarget(read.head);
  if (target === null) return answer(socket, '400 Bad Request', 'This proxy takes CONNECT and http addresses.');
  const { host, port, head } = target;
  const other = await sockets.reach(host, port);
  if (other === 'refused')
    return answer(
      socket,
      '403 Forbidden',
      `The isolation profile of this server does not allow ${host}:${port}. Add it to the setting "hosts".`,
    );
  if (other === 'unreachable') return answer(socket, '502 Bad Gateway', `${host}:${port} cannot be reached.`);
  if (head === null) socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  else other.write(head, 'latin1');
  other.write(read.rest);
  join(socket, other);
}
