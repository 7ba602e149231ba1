import { once } from 'node:events';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface HostileGrpc {
  readonly port: number;
  /** Paths of the calls that came, in order. */
  readonly calls: readonly string[];
  stop(): Promise<void>;
}

/** What the server says when it is asked to describe itself, one answer a question. */
export type LyingReflection = (question: number) => Buffer | 'nothing';

/** A message as gRPC frames it: uncompressed, with its length. */
const framed = (message: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

const headers = { ':status': 200, 'content-type': 'application/grpc' };

function answer(stream: ServerHttp2Stream, messages: readonly Buffer[], trailers: Record<string, string>): void {
  stream.respond(headers, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  for (const message of messages) stream.write(message);
  stream.end();
}

const fine = { 'grpc-status': '0' };

/** Ways to misbehave, by the name of the method that is called. */
const misbehaviours: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  Mute: () => {},
  Garbage: (stream) => answer(stream, [framed(Buffer.from([0x0a, 0xff, 0xff]))], fine),
  Twice: (stream) => answer(stream, [framed(Buffer.alloc(0)), framed(Buffer.alloc(0))], fine),
  Nothing: (stream) => answer(stream, [], fine),
  Dies: (stream) => stream.session?.destroy(),
  DiesMidway: (stream) => {
    stream.respond(headers);
    stream.write(framed(Buffer.alloc(0)));
    setImmediate(() => stream.session?.destroy());
  },
  Boast: (stream) => {
    // A length of 4 GiB, of which nothing comes.
    stream.respond(headers);
    stream.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]));
  },
  Page: (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html' });
    stream.end('<html>no</html>');
  },
  Away: (stream) => {
    stream.respond({ ':status': 503, 'content-type': 'text/plain' });
    stream.end('down');
  },
  Odd: (stream) => answer(stream, [], { 'grpc-status': '99', 'grpc-message': 'so%20odd' }),
  BadDetails: (stream) =>
    answer(stream, [], { 'grpc-status': '8', 'grpc-message': 'slow', 'grpc-status-details-bin': '////' }),
  Verbose: (stream) => answer(stream, [], { 'grpc-status': '2', 'grpc-message': 'y'.repeat(8_000) }),
};

/** A server that speaks HTTP/2 and gRPC's framing, and misbehaves by the method that is called. */
export async function startHostileGrpc(reflection: LyingReflection = () => 'nothing'): Promise<HostileGrpc> {
  const calls: string[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, sent) => {
    const path = String(sent[':path']);
    calls.push(path);
    stream.on('error', () => {});
    if (path.endsWith('/ServerReflectionInfo')) return lie(stream, reflection);
    stream.resume();
    misbehaviours[path.slice(path.lastIndexOf('/') + 1)]?.(stream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    stop: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers each frame that comes with what the lie is. */
function lie(stream: ServerHttp2Stream, reflection: LyingReflection): void {
  let question = 0;
  stream.respond(headers);
  stream.on('data', () => {
    const said = reflection(question);
    question += 1;
    if (said !== 'nothing') stream.write(framed(said));
  });
}
