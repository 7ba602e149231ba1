import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface DnsServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** TXT records by name; each text is sent in chunks of at most 255 bytes, as the format wants. */
  readonly txt: Map<string, readonly string[]>;
  /** Answers with this response code instead while it is set: 2 is SERVFAIL. */
  failWith: number | undefined;
  stop(): Promise<void>;
}

/** A name server on loopback that knows TXT records (RFC 1035, the part of it that a test needs). */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    address: '',
    txt: new Map(),
    failWith: undefined,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, { address, port }) => socket.send(answerTo(query, server), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return Object.assign(server, { address: `127.0.0.1:${port}` });
}

function answerTo(query: Buffer, { txt, failWith }: DnsServer): Buffer {
  const { name, end } = questionOf(query);
  const records = txt.get(name);
  const code = failWith ?? (records === undefined ? 3 : 0);
  const answers = code === 0 ? (records ?? []).map(recordOf) : [];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  return Buffer.concat([head, query.subarray(12, end), ...answers]);
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** Name (a pointer to the question's), type TXT, class IN, no time to live, and the text in chunks. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += 255) {
    const chunk = bytes.subarray(from, from + 255);
    chunks.push(Buffer.from([chunk.length]), chunk);
  }
  const data = Buffer.concat(chunks);
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
