import type { Connection, ConnectionChange } from './connection.js';

/** `isReplaced` unless only its tokens were renewed. */
export type ConnectionListener = (id: string, isReplaced: boolean) => void;

/** Every connection in memory, as the change feed tells of them; what is secret in them stays sealed. */
export class Connections {
  readonly #byId = new Map<string, Connection>();
  readonly #byOwner = new Map<string, Connection>();
  readonly #listeners: ConnectionListener[] = [];

  get = (id: string): Connection | undefined => this.#byId.get(id);

  /** The principal's own for a server (by id) or an origin. */
  own = (principalId: string, target: string): Connection | undefined => this.#byOwner.get(`${principalId} ${target}`);

  /** The one that administrators of the organisation share. */
  shared = (organisationId: string, target: string): Connection | undefined =>
    this.#byOwner.get(`${organisationId} shared ${target}`);

  all = (): Iterable<Connection> => this.#byId.values();

  /** Notifies of every connection whose credential has changed or is gone: sessions made with it end. */
  listen(listener: ConnectionListener): void {
    this.#listeners.push(listener);
  }

  apply({ id, state }: ConnectionChange): void {
    const former = this.#byId.get(id);
    if (former !== undefined && this.#byOwner.get(placeOf(former)) === former) this.#byOwner.delete(placeOf(former));
    this.#byId.delete(id);
    if (state !== null) {
      this.#byId.set(id, state);
      this.#byOwner.set(placeOf(state), state);
    }
    if (former === undefined || former.revision === state?.revision) return;
    for (const tell of this.#listeners) tell(id, former.secret !== state?.secret);
  }
}

export const targetOf = ({ serverId, origin }: Pick<Connection, 'serverId' | 'origin'>): string => serverId ?? origin;

const placeOf = (connection: Connection): string =>
  connection.shared
    ? `${connection.organisationId} shared ${targetOf(connection)}`
    : `${connection.principalId} ${targetOf(connection)}`;
