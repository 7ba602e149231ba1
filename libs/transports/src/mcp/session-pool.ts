import { type Clock, type Deadline, err, type Failure, ok, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { Credential } from '@assay/vault';
import { BackOff } from './back-off.js';
import { aborted, noCapacity, unreachable } from './failures.js';
import type { HealthBoard } from './health.js';
import { labelOf, type OpenFailure, type OpenSession } from './open-session.js';
import type { UpstreamSession } from './session.js';

export interface PoolOptions {
  readonly open: OpenSession;
  readonly clock: Clock;
  readonly health: HealthBoard;
  readonly onToolsChanged: (serverId: string) => void;
  /** A new session is open: behind it the upstream may be another one than before. */
  readonly onOpened?: (serverId: string) => void;
  readonly idleMs: number;
  readonly connectTimeoutMs: number;
  readonly maxProcesses: number;
  readonly maxSessions: number;
}

/** A session in use; `release` it when the request is over. */
export interface Lease {
  readonly session: UpstreamSession;
  /** How long this caller waited for it to open, in ms; 0 when it was open. */
  readonly startMs: number;
  release(): void;
  /** The session is of no use any more: nobody else shall get it. */
  discard(): void;
}

/** Whose credential a session was made with. */
export type SessionCredential = Pick<Credential, 'connectionId' | 'key' | 'shared'>;

interface Entry {
  readonly key: string;
  readonly server: Server;
  readonly credential: SessionCredential | undefined;
  /** Of a caller's own credential; undefined when it is shared, or there is none. */
  readonly connectionId: string | undefined;
  opened: Promise<Result<UpstreamSession, OpenFailure>>;
  session: UpstreamSession | null;
  users: number;
  lastUsed: number;
  /** Closes as soon as nobody uses it. */
  retired: boolean;
}

/**
 * Sessions to upstream servers, one for each state of a server's record and caller; a server marked stateless is
 * shared by all. Sessions open when first needed, once for all who wait, and close when idle, broken or outdated.
 */
export class SessionPool {
  readonly #entries = new Map<string, Entry>();
  readonly #backOff: BackOff;
  readonly #closing = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #stopSweep: (() => void) | null = null;

  constructor(private readonly options: PoolOptions) {
    this.#backOff = new BackOff(options.clock);
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * A session for this caller, and for the credential in the server's record if the call carries one. Waiting for it to
   * open is bounded by the deadline; the opening goes on for others.
   */
  async acquire(
    server: Server,
    principalId: string,
    deadline: Deadline,
    credential?: SessionCredential,
  ): Promise<Result<Lease, Failure>> {
    const label = labelOf(server);
    if (deadline.signal.aborted) return err(aborted(label, deadline.signal, 'none'));
    const key = keyOf(server, principalId, credential);
    const found = this.#entries.get(key);
    const entry = found === undefined ? this.#begin(key, server, credential) : ok(found);
    if (!entry.ok) return entry;
    return this.#enter(entry.value, label, deadline);
  }

  /** Closes the sessions of a server that was changed or removed, as soon as they are idle. */
  retire(serverId: string, before = Number.POSITIVE_INFINITY): void {
    for (const entry of [...this.#entries.values()])
      if (entry.server.id === serverId && entry.server.updatedAt < before) this.#retire(entry);
  }

  /** Closes the sessions made with a connection that was changed or removed, as soon as they are idle. */
  retireConnection(connectionId: string): void {
    for (const entry of [...this.#entries.values()])
      if (entry.credential?.connectionId === connectionId) this.#retire(entry);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#stopSweep?.();
    for (const entry of [...this.#entries.values()]) this.#remove(entry);
    await Promise.all(this.#closing);
  }

  #begin(key: string, server: Server, credential?: SessionCredential): Result<Entry, Failure> {
    if (this.#ending.signal.aborted) return err(noCapacity('The gateway is stopping. Try again later.'));
    const paused = this.#backOff.current(backOffKey({ server, credential }));
    if (paused !== null) return err(paused);
    const room = this.#makeRoom(server);
    if (room === null) return err(noCapacity('Every tool process this gateway may start is busy. Try again shortly.'));
    this.retire(server.id, server.updatedAt);
    const { clock } = this.options;
    const entry: Entry = {
      key,
      server,
      credential,
      connectionId: credential === undefined || credential.shared ? undefined : credential.connectionId,
      opened: room.then(() => this.#open(entry)),
      session: null,
      users: 0,
      lastUsed: clock.monotonic(),
      retired: false,
    };
    this.#entries.set(key, entry);
    this.#stopSweep ??= clock.after(this.options.idleMs / 4, () => this.#sweep());
    return ok(entry);
  }

  async #open(entry: Entry): Promise<Result<UpstreamSession, OpenFailure>> {
    const { server } = entry;
    const { open, clock, connectTimeoutMs, health, onToolsChanged } = this.options;
    const timer = new AbortController();
    const stop = clock.after(connectTimeoutMs, () => timer.abort());
    const signal = AbortSignal.any([timer.signal, this.#ending.signal]);
    const events = {
      toolsChanged: () => onToolsChanged(server.id),
      ended: (detail: string) => this.#ended(entry, detail),
    };
    const { connectionId } = entry;
    const opened = await open(server, { events, signal, timeoutMs: connectTimeoutMs, connectionId }).catch(
      (error: Error) => err<OpenFailure>(unreachable(labelOf(server), error.message)),
    );
    stop();
    if (opened.ok) return this.#openedWell(entry, opened.value);
    this.#entries.delete(entry.key);
    const { ownerDetail, ...failure } = opened.error;
    if (this.#ending.signal.aborted) return err(failure);
    this.#backOff.failed(backOffKey(entry), failure);
    health.down(server.id, [failure.message, ownerDetail].filter(Boolean).join('\n'));
    return err(failure);
  }

  #openedWell(entry: Entry, session: UpstreamSession): Result<UpstreamSession, OpenFailure> {
    entry.session = session;
    entry.lastUsed = this.options.clock.monotonic();
    this.#backOff.succeeded(backOffKey(entry));
    this.options.health.up(entry.server.id);
    this.options.onOpened?.(entry.server.id);
    // The pool may have been closed, or the record outdated, while the session opened.
    if (this.#ending.signal.aborted) this.#remove(entry);
    return ok(session);
  }

  async #enter(entry: Entry, label: string, deadline: Deadline): Promise<Result<Lease, Failure>> {
    entry.users++;
    if (entry.session !== null) return ok(this.#lease(entry, entry.session, 0));
    const begun = this.options.clock.monotonic();
    const opened = await this.#opened(entry, deadline);
    if (opened?.ok) return ok(this.#lease(entry, opened.value, this.options.clock.monotonic() - begun));
    this.#release(entry);
    return opened ?? err(aborted(label, deadline.signal, 'none'));
  }

  /** The session once it is open; null when the deadline ends first. */
  #opened(entry: Entry, { signal }: Deadline): Promise<Result<UpstreamSession, Failure> | null> {
    return new Promise((resolve, reject) => {
      const onAbort = () => resolve(null);
      signal.addEventListener('abort', onAbort, { once: true });
      entry.opened.then((result) => {
        signal.removeEventListener('abort', onAbort);
        resolve(result);
      }, reject);
    });
  }

  #lease(entry: Entry, session: UpstreamSession, startMs: number): Lease {
    return { session, startMs, release: () => this.#release(entry), discard: () => this.#remove(entry) };
  }

  #release(entry: Entry): void {
    entry.users--;
    entry.lastUsed = this.options.clock.monotonic();
    if (entry.retired && entry.users === 0) this.#remove(entry);
  }

  #retire(entry: Entry): void {
    entry.retired = true;
    if (entry.users === 0) this.#remove(entry);
    else this.#forget(entry);
  }

  #ended(entry: Entry, detail: string): void {
    if (this.#entries.get(entry.key) === entry) this.options.health.down(entry.server.id, detail);
    this.#remove(entry);
  }

  /** A place for one more session; resolves when what had to go is gone, null when everything is in use. */
  #makeRoom(server: Server): Promise<void> | null {
    const { maxProcesses, maxSessions } = this.options;
    const entries = [...this.#entries.values()];
    const processes = entries.filter(runsProcess);
    const full =
      runsProcess({ server }) && processes.length >= maxProcesses
        ? processes
        : entries.length >= maxSessions
          ? entries
          : null;
    if (full === null) return Promise.resolve();
    const idle = full.filter((entry) => entry.users === 0 && entry.session !== null);
    const oldest = idle.sort((a, b) => a.lastUsed - b.lastUsed)[0];
    return oldest === undefined ? null : this.#remove(oldest);
  }

  #sweep(): void {
    const { clock, idleMs } = this.options;
    const oldest = clock.monotonic() - idleMs;
    for (const entry of [...this.#entries.values()])
      if (entry.users === 0 && entry.session !== null && entry.lastUsed <= oldest) this.#remove(entry);
    this.#stopSweep = this.#entries.size === 0 ? null : clock.after(idleMs / 4, () => this.#sweep());
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
  }

  #remove(entry: Entry): Promise<void> {
    this.#forget(entry);
    const closed = entry.opened.then((opened) => (opened.ok ? opened.value.close() : undefined));
    this.#closing.add(closed);
    return closed.finally(() => this.#closing.delete(closed));
  }
}

const runsProcess = ({ server }: { readonly server: Server }) => server.mcp !== null && 'command' in server.mcp;

/**
 * A stateless server's sessions are anybody's, as are those of a shared credential over HTTP; a process that keeps state
 * is one caller's, and so is a session with a caller's own credential.
 */
function keyOf(server: Server, principalId: string, credential: SessionCredential | undefined): string {
  const isAnybodys = credential === undefined ? server.stateless : credential.shared && isPoolable(server);
  return `${server.id} ${server.updatedAt} ${isAnybodys ? '' : principalId} ${credential?.key ?? ''}`;
}

const isPoolable = (server: Server): boolean => server.stateless || !runsProcess({ server });

/** What fails for one caller's credential may do for another's. */
const backOffKey = ({ server, credential }: Pick<Entry, 'server' | 'credential'>): string =>
  `${server.id} ${server.updatedAt} ${credential?.key ?? ''}`;
