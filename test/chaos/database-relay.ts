import { connect, createServer, type Server as Listener, type Socket } from 'node:net';

/** An address that stays while the database behind it dies and comes back elsewhere, as a service's name does. */
export class DatabaseRelay {
  private readonly sockets = new Set<Socket>();
  private stalled = false;

  private constructor(
    private readonly listener: Listener,
    private target: URL,
  ) {
    listener.on('connection', (near) => this.join(near));
  }

  static async before(databaseUrl: string): Promise<DatabaseRelay> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    return new DatabaseRelay(listener, new URL(databaseUrl));
  }

  /** The address for clients: user, password and database as behind the relay. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.listener.address() as { port: number }).port);
    return url.toString();
  }

  leadTo(databaseUrl: string): void {
    this.target = new URL(databaseUrl);
  }

  /** Takes connections and bytes, and passes nothing on, as a network does that loses everything; `flow` ends it. */
  stall(): void {
    this.stalled = true;
    for (const socket of this.sockets) socket.pause();
  }

  flow(): void {
    this.stalled = false;
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.listener.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
      if (this.stalled) socket.pause();
    }
  }
}
