import { type Client, type ClientReadableStream, type Metadata, type StatusObject, status } from '@grpc/grpc-js';

/** Everything one call can come to. `answered`: the server had begun to answer. */
export type GrpcReply =
  | { readonly kind: 'messages'; readonly messages: readonly Buffer[] }
  | { readonly kind: 'status'; readonly status: StatusObject; readonly answered: boolean }
  | { readonly kind: 'too-large'; readonly limit: string }
  | { readonly kind: 'aborted' };

export interface GrpcRequest {
  /** `/shop.v1.Orders/Get` */
  readonly path: string;
  readonly message: Buffer;
  readonly metadata: Metadata;
  readonly signal: AbortSignal;
  /** The remaining time of the call; sent to the server. */
  readonly remainingMs: number;
  /** Of all messages of an answer together. */
  readonly maxBytes: number;
  readonly maxMessages: number;
  /** Called for each message, with the count so far. */
  readonly onMessage?: (count: number) => void;
}

const same = (bytes: Buffer): Buffer => bytes;

/**
 * Sends one message and collects what comes back: unary or a stream, which differ only in how many messages are
 * expected. Never rejects; an abort cancels the call at the server and settles at once.
 */
export function exchange(client: Client, request: GrpcRequest): Promise<GrpcReply> {
  return new Promise((resolve) => {
    const { signal } = request;
    if (signal.aborted) return resolve({ kind: 'aborted' });
    let stream: ClientReadableStream<Buffer>;
    const settle = (reply: GrpcReply) => {
      signal.removeEventListener('abort', onAbort);
      resolve(reply);
    };
    const onAbort = () => {
      settle({ kind: 'aborted' });
      stream.cancel();
    };
    const deadline = Date.now() + request.remainingMs;
    stream = client.makeServerStreamRequest(request.path, same, same, request.message, request.metadata, { deadline });
    signal.addEventListener('abort', onAbort, { once: true });
    collect(stream, request, settle);
  });
}

function collect(stream: ClientReadableStream<Buffer>, request: GrpcRequest, settle: (reply: GrpcReply) => void): void {
  const messages: Buffer[] = [];
  let bytes = 0;
  let answered = false;
  const end = (limit: string) => {
    settle({ kind: 'too-large', limit });
    stream.cancel();
  };
  stream.on('metadata', () => {
    answered = true;
  });
  stream.on('data', (message: Buffer) => {
    bytes += message.length;
    if (bytes > request.maxBytes) end(`${request.maxBytes} bytes`);
    else if (messages.length >= request.maxMessages) end(`${request.maxMessages} messages`);
    else {
      messages.push(message);
      request.onMessage?.(messages.length);
    }
  });
  // Each status but OK is an error too; without a listener it would end the process.
  stream.on('error', () => {});
  stream.on('status', (found: StatusObject) => {
    if (found.code === status.OK) settle({ kind: 'messages', messages });
    else if (isOwnLimit(found, answered)) settle({ kind: 'too-large', limit: `${request.maxBytes} bytes` });
    else settle({ kind: 'status', status: found, answered });
  });
}

/** The client itself refuses a message that is too large, in the server's name; only after the answer has begun. */
const isOwnLimit = ({ code, details }: StatusObject, answered: boolean): boolean =>
  answered && code === status.RESOURCE_EXHAUSTED && /larger than max|exceeds|decompress/i.test(details);
