/** A request that may change something. */
export interface PendingChange {
  readonly organisationId: string;
  readonly principalId: string | null;
  /** The requested operation, such as `POST /v1/grants`. */
  readonly action: string;
  /** The subject, as far as the request's path names it. */
  readonly subject: string;
}

/**
 * Changes are committed before their audit records are: a server that dies between the two would leave an unrecorded
 * change. An entry started here is durable before the change; if a dead server never ended its entry, another replica
 * records it.
 */
export interface PendingChanges {
  /** Resolves when it is durable. */
  begin(change: PendingChange): Promise<BegunChange>;
}

export interface BegunChange {
  /** Call when everything the request did has its audit record. */
  end(): void;
  /** Call when that is unknown; the change is then recorded as unconfirmed. */
  leave(): void;
}
