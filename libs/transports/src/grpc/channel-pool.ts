import { isIP } from 'node:net';
import type { Clock } from '@assay/kernel';
import type { GrpcTarget } from '@assay/registry';
import { ChannelCredentials, Client, connectivityState } from '@grpc/grpc-js';
import type { EgressGuard } from '../egress/egress-guard.js';

export interface ChannelPoolOptions {
  readonly guard: EgressGuard;
  readonly clock: Clock;
  readonly userAgent: string;
  /** Largest message in either direction. */
  readonly maxBytes: number;
  readonly connectTimeoutMs: number;
  /** A connection without calls is closed after this long. */
  readonly idleMs: number;
  /** A connection with calls is asked for a sign of life this often. */
  readonly keepaliveMs: number;
  readonly maxChannels: number;
  /** Certificates to trust instead of the well-known authorities. */
  readonly roots?: Buffer;
}

/** No connection could be made; nothing was sent. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

/** A connection on loan; `release` gives it back. */
export interface Loan {
  readonly client: Client;
  release(): void;
}

interface Entry {
  readonly key: string;
  clients: readonly Client[];
  /** Where `clients` connect to. */
  places: string;
  calls: number;
  lastUsed: number;
  opening: Promise<Client> | undefined;
}

/**
 * Connections to gRPC servers, one a server address, shared by every call to it. Names are resolved by the guard, before
 * each attempt to connect, and connections go to exactly the addresses it has permitted.
 */
export class ChannelPool {
  readonly #entries = new Map<string, Entry>();
  #stopSweep: (() => void) | undefined;
  #closed = false;

  constructor(private readonly options: ChannelPoolOptions) {}

  /**
   * A connected client. Rejects with AddressForbiddenError or NotConnectedError, or with the signal's reason when it
   * aborts first.
   */
  async borrow(target: GrpcTarget, signal: AbortSignal): Promise<Loan> {
    if (this.#closed) throw new NotConnectedError('this server is stopping');
    if (signal.aborted) throw signal.reason;
    const entry = this.#entryOf(target);
    entry.calls += 1;
    let isOut = true;
    const release = () => {
      if (!isOut) return;
      isOut = false;
      entry.calls -= 1;
      entry.lastUsed = this.options.clock.now();
    };
    try {
      return { client: await unlessAborted(this.#connected(entry, target), signal), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends every connection, and calls on them. */
  close(): void {
    this.#closed = true;
    this.#stopSweep?.();
    for (const entry of this.#entries.values()) closeAll(entry);
    this.#entries.clear();
  }

  #entryOf(target: GrpcTarget): Entry {
    const key = `${target.isEncrypted ? 'tls' : 'plain'} ${target.authority}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    if (this.#entries.size >= this.options.maxChannels) this.#makeRoom();
    const now = this.options.clock.now();
    const entry: Entry = { key, clients: [], places: '', calls: 0, lastUsed: now, opening: undefined };
    this.#entries.set(key, entry);
    this.#stopSweep ??= this.options.clock.after(this.options.idleMs, this.#sweep);
    return entry;
  }

  /** Closes the connection that has been idle longest. */
  #makeRoom(): void {
    const idle = [...this.#entries.values()].filter((it) => it.calls === 0).sort((a, b) => a.lastUsed - b.lastUsed);
    const [oldest] = idle;
    if (oldest === undefined)
      throw new NotConnectedError(`${this.options.maxChannels} gRPC servers are in use already`);
    this.#drop(oldest);
  }

  #sweep = (): void => {
    const before = this.options.clock.now() - this.options.idleMs;
    for (const entry of this.#entries.values()) if (entry.calls === 0 && entry.lastUsed <= before) this.#drop(entry);
    this.#stopSweep = this.#entries.size > 0 ? this.options.clock.after(this.options.idleMs, this.#sweep) : undefined;
  };

  #drop(entry: Entry): void {
    this.#entries.delete(entry.key);
    closeAll(entry);
  }

  /** The entry's connection, opened when there is none; concurrent calls wait for the same one. */
  #connected(entry: Entry, target: GrpcTarget): Promise<Client> {
    const ready = entry.clients.find(isReady);
    if (ready !== undefined) return Promise.resolve(ready);
    entry.opening ??= this.#open(entry, target).finally(() => {
      entry.opening = undefined;
    });
    return entry.opening;
  }

  async #open(entry: Entry, target: GrpcTarget): Promise<Client> {
    const places = placesOf(await this.#permitted(target), target.port);
    const isGone = this.#closed || this.#entries.get(entry.key) !== entry;
    if (isGone) throw new NotConnectedError('the connection was closed meanwhile');
    // A connection that failed waits before it tries again: a new one tries at once, and a moved name is followed.
    closeAll(entry);
    entry.clients = places.map((place) => this.#client(place, target));
    return this.#firstReady(entry.clients);
  }

  async #permitted({ host, port }: GrpcTarget): Promise<readonly string[]> {
    try {
      return await this.options.guard.permitted(host, port);
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw new NotConnectedError(String(error.code));
      throw error;
    }
  }

  #client(place: string, { host, authority, isEncrypted }: GrpcTarget): Client {
    const { userAgent, maxBytes, keepaliveMs, roots } = this.options;
    const credentials = isEncrypted ? ChannelCredentials.createSsl(roots) : ChannelCredentials.createInsecure();
    return new Client(place, credentials, {
      'grpc.default_authority': authority,
      ...(isEncrypted && isIP(host) === 0 && { 'grpc.ssl_target_name_override': host }),
      'grpc.primary_user_agent': userAgent,
      'grpc.max_receive_message_length': maxBytes,
      'grpc.max_send_message_length': maxBytes,
      'grpc.keepalive_time_ms': keepaliveMs,
      'grpc.keepalive_timeout_ms': 20_000,
      // A proxy of the environment would connect where the guard has not looked, and retries are the gateway's own.
      'grpc.enable_http_proxy': 0,
      'grpc.enable_retries': 0,
      'grpc.service_config_disable_resolution': 1,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.enable_channelz': 0,
    });
  }

  /** The first client that connects; rejects when all have failed, or the time is up. */
  async #firstReady(clients: readonly Client[]): Promise<Client> {
    const failures: string[] = [];
    for (const client of clients) {
      const failure = await ready(client, this.options.connectTimeoutMs);
      if (failure === null) return client;
      failures.push(failure);
    }
    throw new NotConnectedError(failures[0] ?? 'it has no address');
  }
}

const closeAll = (entry: Entry): void => {
  for (const client of entry.clients) client.close();
  entry.clients = [];
};

const isReady = (client: Client): boolean =>
  client.getChannel().getConnectivityState(false) === connectivityState.READY;

/** Addresses as targets that need no further resolution, one for each family. */
function placesOf(addresses: readonly string[], port: number): string[] {
  const four = addresses.filter((it) => isIP(it) === 4).map((it) => `${it}:${port}`);
  const six = addresses.filter((it) => isIP(it) === 6).map((it) => `[${it}]:${port}`);
  return [...(four.length > 0 ? [`ipv4:${four.join(',')}`] : []), ...(six.length > 0 ? [`ipv6:${six.join(',')}`] : [])];
}

/** Null once the client is connected; else why it is not. */
function ready(client: Client, withinMs: number): Promise<string | null> {
  const channel = client.getChannel();
  const until = Date.now() + withinMs;
  return new Promise((resolve) => {
    const look = () => {
      const state = channel.getConnectivityState(true);
      if (state === connectivityState.READY) return resolve(null);
      if (state === connectivityState.TRANSIENT_FAILURE || state === connectivityState.SHUTDOWN)
        return reasonOf(client, resolve);
      channel.watchConnectivityState(state, until, (error) =>
        error ? resolve(`no connection within ${withinMs} ms`) : look(),
      );
    };
    look();
  });
}

/** What a harmless question, which cannot be sent, fails with: the channel itself does not say why it has failed. */
function reasonOf(client: Client, resolve: (reason: string) => void): void {
  const bytes = (value: Buffer) => value;
  try {
    client.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      bytes,
      bytes,
      Buffer.alloc(0),
      { deadline: Date.now() + 1_000 },
      (error) => resolve(error === null ? 'the connection was lost' : plain(error.details)),
    );
  } catch {
    resolve('the connection was closed');
  }
}

const plain = (details: string): string =>
  details
    .replace(/^.*Last error: (?:Error: )?/s, '')
    .replace(/\. Resolution note:.*$/s, '')
    .slice(0, 300);

/** What the promise comes to, or the signal's reason as soon as it aborts. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
