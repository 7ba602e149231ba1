import type { Socket } from 'node:net';
import type { Permit, Refusal } from '../refusal.js';
import { connectTo, join } from './relay.js';

/** Connections that a sandbox's sockets lead to, each decided by the profile's permit. */
export class GuardedSockets {
  readonly #open = new Set<Socket>();
  #closed = false;

  constructor(
    private readonly permit: Permit,
    private readonly refused: (refusal: Refusal) => void,
  ) {}

  /** Keeps a socket of the sandbox until it ends. */
  adopt(socket: Socket): void {
    if (this.#closed) {
      socket.destroy();
      return;
    }
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#open.delete(socket));
  }

  /** The addresses a host may be reached at. A refusal is noted. */
  async allowed(host: string, port: number): Promise<readonly string[] | 'refused' | 'unreachable'> {
    try {
      const addresses = await this.permit(host, port);
      if (addresses.length > 0) return addresses;
    } catch {
      return 'unreachable';
    }
    this.refused({ kind: 'host', host, port });
    return 'refused';
  }

  /** A connection to a permitted host. */
  async reach(host: string, port: number): Promise<Socket | 'refused' | 'unreachable'> {
    const addresses = await this.allowed(host, port);
    if (typeof addresses === 'string') return addresses;
    try {
      const socket = await connectTo(host, port, addresses);
      this.adopt(socket);
      return socket;
    } catch {
      return 'unreachable';
    }
  }

  /** Connects a socket of the sandbox with a host; it ends when that cannot be. */
  async forward(socket: Socket, host: string, port: number): Promise<void> {
    const other = await this.reach(host, port);
    if (typeof other === 'string' || socket.destroyed) {
      if (typeof other !== 'string') other.destroy();
      socket.resetAndDestroy();
      return;
    }
    join(socket, other);
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#open) socket.destroy();
  }
}
