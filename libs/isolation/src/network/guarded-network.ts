import type { Socket as UdpSocket } from 'node:dgram';
import { isIPv4, type Server, type Socket } from 'node:net';
import type { Permit, Refusal } from '../refusal.js';
import type { HostName } from '../sandbox/identity-files.js';
import { readQuestion, typeA, writeAnswer } from './dns-message.js';
import { GuardedSockets } from './guarded-sockets.js';
import { serveProxy } from './http-proxy.js';
import { type Forward, forwardsFor, readHostPort } from './listen-list.js';

/** A socket that is to listen inside the sandbox. */
export interface Listen {
  readonly kind: 'tcp' | 'udp';
  readonly address: string;
  readonly port: number;
  readonly use: 'proxy' | 'names' | 'connections';
}

/** Ports at which connections to any address are accepted where the sandbox's routes allow it: those of common services. */
const commonPorts = [
  22, 80, 143, 389, 443, 465, 587, 636, 993, 1433, 1521, 3306, 5432, 5671, 5672, 6379, 6380, 6543, 8443, 9092, 9243,
  27017,
];

export const nameServer = '127.0.0.53';
const maxConnections = 256;
const maxNamesKept = 4_096;
const maxAddressesAnswered = 8;

export interface NetworkOptions {
  readonly network: 'none' | 'egress';
  readonly hosts: readonly string[];
  readonly permit: Permit;
  readonly onRefusal: (refusal: Refusal) => void;
}

/** The network of one sandbox: what listens inside it, and where connections lead. */
export class GuardedNetwork {
  readonly names: readonly HostName[];
  readonly #forwards: readonly Forward[];
  readonly #sockets: GuardedSockets;
  readonly #listening: { close(): unknown }[] = [];
  /** Names by the addresses they were resolved to, so that rules for names hold for connections to addresses. */
  readonly #resolved = new Map<string, Set<string>>();
  #proxyPort: number | null = null;

  constructor(private readonly options: NetworkOptions) {
    const { forwards, names } = forwardsFor(options.hosts);
    this.#forwards = forwards;
    this.names = names;
    this.#sockets = new GuardedSockets(options.permit, options.onRefusal);
  }

  /** Whether anything listens at all. */
  get isNeeded(): boolean {
    return this.options.network === 'egress' || this.#forwards.length > 0;
  }

  get isEgress(): boolean {
    return this.options.network === 'egress';
  }

  /** What should listen. `anyAddress`: packets to every address stay in the sandbox, and a name server can be used. */
  listens(anyAddress: boolean): Listen[] {
    const connections = anyAddress && this.isEgress ? this.#anyAddress() : this.#forwards;
    return [
      ...(this.isEgress ? [{ kind: 'tcp', address: '127.0.0.1', port: 0, use: 'proxy' } as const] : []),
      ...(anyAddress && this.isEgress ? [{ kind: 'udp', address: nameServer, port: 53, use: 'names' } as const] : []),
      ...connections.map(({ address, port }): Listen => ({ kind: 'tcp', address, port, use: 'connections' })),
    ];
  }

  /** One socket for each port that any address is reached at, and for what IPv6 names. */
  #anyAddress(): { address: string; port: number }[] {
    const named = this.options.hosts.flatMap((entry) => readHostPort(entry)?.port ?? []);
    const ports = [...new Set([...commonPorts, ...named])];
    return [
      ...ports.map((port) => ({ address: '0.0.0.0', port })),
      ...this.#forwards.filter(({ address }) => !isIPv4(address)),
    ];
  }

  /** Takes over a socket that now listens inside the sandbox. */
  accept(listen: Listen, handle: Server | UdpSocket, port: number): void {
    this.#listening.push(handle);
    if (listen.use === 'names') {
      (handle as UdpSocket).on('message', (message, from) => void this.#answer(handle as UdpSocket, message, from));
      return;
    }
    const server = handle as Server;
    server.maxConnections = maxConnections;
    if (listen.use === 'proxy') this.#proxyPort = port;
    server.on('connection', (socket: Socket) => {
      this.#sockets.adopt(socket);
      void (listen.use === 'proxy' ? serveProxy(socket, this.#sockets) : this.#forward(socket));
    });
  }

  /** Variables by which programs find the proxy. */
  environment(): Record<string, string> {
    if (this.#proxyPort === null) return {};
    const proxy = `http://127.0.0.1:${this.#proxyPort}`;
    const here = 'localhost,127.0.0.1,::1';
    return {
      ...{ HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy, https_proxy: proxy },
      ...{ NO_PROXY: here, no_proxy: here, NODE_USE_ENV_PROXY: '1' },
    };
  }

  close(): void {
    for (const each of this.#listening.splice(0)) {
      try {
        each.close();
      } catch {
        // It was closed with the sandbox.
      }
    }
    this.#sockets.close();
  }

  /**
   * A connection as the program opened it: to the substitute address of a host, or to an address that may have been a
   * name.
   */
  async #forward(socket: Socket): Promise<void> {
    const { localAddress: address = '', localPort: port = 0 } = socket;
    const named = this.#forwards.find((it) => it.address === address && it.port === port);
    if (named !== undefined) return this.#sockets.forward(socket, named.host, port);
    for (const name of this.#resolved.get(address) ?? []) {
      const addresses = await this.options.permit(name, port).catch((): readonly string[] => []);
      if (addresses.includes(address)) return this.#sockets.forward(socket, name, port);
    }
    return this.#sockets.forward(socket, address, port);
  }

  async #answer(socket: UdpSocket, message: Buffer, from: { address: string; port: number }): Promise<void> {
    const question = readQuestion(message);
    if (question === null) return;
    const send = (answer: Buffer) => {
      try {
        socket.send(answer, from.port, from.address);
      } catch {
        // The sandbox has ended.
      }
    };
    // There is no way out for IPv6 but the proxy.
    if (question.type !== typeA) return send(writeAnswer(question, 'ok', []));
    // Port 0 asks about any port; the connection's own port is decided when it is made.
    const permitted = await this.#sockets.allowed(question.name, 0);
    if (typeof permitted === 'string')
      return send(writeAnswer(question, permitted === 'refused' ? 'absent' : 'failed', []));
    const addresses = permitted.filter((address) => isIPv4(address)).slice(0, maxAddressesAnswered);
    for (const address of addresses) this.#remember(address, question.name);
    send(writeAnswer(question, addresses.length > 0 ? 'ok' : 'failed', addresses));
  }

  /** The address that was resolved first is dropped first; one map that is only added to needs no cache library. */
  #remember(address: string, name: string): void {
    const names = this.#resolved.get(address) ?? new Set<string>();
    names.add(name);
    this.#resolved.set(address, names);
    if (this.#resolved.size > maxNamesKept) this.#resolved.delete(this.#resolved.keys().next().value as string);
  }
}
