/**
 * The first program inside a sandbox with a guarded network. It opens the listening sockets that the gateway asked for,
 * hands them to the gateway over its channel, and becomes the command. A socket belongs to the network in which it was
 * made: the gateway thus accepts connections of the sandbox without a process of its own in there.
 */
import { createSocket, type Socket } from 'node:dgram';
import { type AddressInfo, createServer, type Server } from 'node:net';

interface Listen {
  readonly kind: 'tcp' | 'udp';
  readonly address: string;
  readonly port: number;
}

interface Become {
  readonly file: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const backlog = 128;

function send(message: Record<string, unknown>, handle?: Server | Socket) {
  return new Promise<void>((resolve, reject) => {
    const done = (error: Error | null) => (error === null ? resolve() : reject(error));
    if (handle === undefined) process.send?.(message, undefined, undefined, done);
    else process.send?.(message, handle, { keepOpen: true }, done);
  });
}

function listenTcp({ address, port }: Listen) {
  const server = createServer();
  return new Promise<typeof server>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, backlog, ipv6Only: true }, () => resolve(server));
  });
}

function listenUdp({ address, port }: Listen) {
  const socket = createSocket('udp4');
  return new Promise<typeof socket>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address, port }, () => resolve(socket));
  });
}

async function open(all: readonly Listen[]): Promise<void> {
  for (const [index, listen] of all.entries()) {
    try {
      const handle = listen.kind === 'udp' ? await listenUdp(listen) : await listenTcp(listen);
      await send({ index, port: (handle.address() as AddressInfo).port }, handle);
    } catch (error) {
      await send({ index, problem: (error as Error).message });
    }
  }
}

process.on('message', (message: { listen: Listen[] } | { become: Become }) => {
  if ('listen' in message) {
    void open(message.listen);
    return;
  }
  const { file, args, env } = message.become;
  // The channel closes first: the command must not find it among its descriptors.
  process.once('disconnect', () => process.execve?.(file, args, env));
  process.disconnect?.();
});
void send({ ready: true });
