/** A request that may change something. */
export interface PendingChange {
  readonly organisationId: string;
  readonly principalId: string | null;
  /** What was asked for, such as `POST /v1/grants`. */
  readonly action: string;
  /** What it is about, as far as its address says. */
  readonly subject: string;
}

/**
 * Changes are committed before their audit records are: a server that dies between the two would leave a change that
 * nobody recorded. What is begun here is durable before the change; what a dead server never ended is recorded by another.
 */
export interface PendingChanges {
  /** Resolves when it is durable. */
  begin(change: PendingChange): Promise<BegunChange>;
}

export interface BegunChange {
  /** To be called when everything that came of the request has its record. */
  end(): void;
  /** To be called when nobody knows whether it has, so that it is recorded as unconfirmed. */
  leave(): void;
}
