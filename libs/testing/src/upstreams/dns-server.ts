import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface DnsServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** TXT records by name; each text is sent in chunks of at most 255 bytes, as the format wants. */
  readonly txt: Map<string, readonly string[]>;
  /** IPv4 addresses by name: each query is answered with the next list, and with the first again after the last. */
  readonly a: Map<string, readonly (readonly string[])[]>;
  /** Answers with this response code instead while it is set: 2 is SERVFAIL. */
  failWith: number | undefined;
  stop(): Promise<void>;
}

/** A name server on loopback that knows TXT and A records (RFC 1035, the part of it that a test needs). */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    address: '',
    txt: new Map(),
    a: new Map(),
    failWith: undefined,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, { address, port }) => socket.send(answerTo(query, server), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return Object.assign(server, { address: `127.0.0.1:${port}` });
}

function answerTo(query: Buffer, server: DnsServer): Buffer {
  const { name, type, end } = questionOf(query);
  const known = server.txt.has(name) || server.a.has(name);
  const code = server.failWith ?? (known ? 0 : 3);
  const answers = code === 0 ? recordsOf(server, name, type) : [];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  return Buffer.concat([head, query.subarray(12, end), ...answers]);
}

const typeA = 1;
const typeTxt = 16;

function recordsOf({ txt, a }: DnsServer, name: string, type: number): Buffer[] {
  if (type === typeTxt) return (txt.get(name) ?? []).map(recordOf);
  const [next, ...others] = a.get(name) ?? [];
  if (type !== typeA || next === undefined) return [];
  a.set(name, [...others, next]);
  return next.map((address) => withHead(typeA, Buffer.from(address.split('.').map(Number))));
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A text in chunks. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += 255) {
    const chunk = bytes.subarray(from, from + 255);
    chunks.push(Buffer.from([chunk.length]), chunk);
  }
  return withHead(typeTxt, Buffer.concat(chunks));
}

/** Name (a pointer to the question's), type, class IN, no time to live, and the data. */
function withHead(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
