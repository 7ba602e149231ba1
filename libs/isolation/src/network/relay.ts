import { connect, isIP, type LookupFunction, type Socket } from 'node:net';

/** A resolver with one answer: what was decided about is what is connected to. */
function answering(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const first = found[0];
    if (options.all) callback(null, found);
    else if (first === undefined) callback(new Error('The host has no address.'), '');
    else callback(null, first.address, first.family);
  };
}

/** Connects to the first of these addresses that answers. Rejects with the system's error. */
export function connectTo(host: string, port: number, addresses: readonly string[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      lookup: answering(addresses),
      autoSelectFamily: true,
      allowHalfOpen: true,
      noDelay: true,
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Passes bytes both ways until both sides have ended, or one breaks. */
export function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}
