/** A call that is answered before it has ended. */
export interface AcceptedCall {
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  /** Tool or capability, as it was asked for. */
  readonly askedFor: string;
  /** The caller's idempotency key. */
  readonly key: string | null;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
}

/** What a call may have reached, with an effect. */
export interface AcceptedReach {
  /** `ns/tool`. */
  readonly tool: string;
  readonly version: string;
}

export interface AcceptedState extends AcceptedCall {
  readonly reached: AcceptedReach | null;
  /** Whether the process that makes it is alive. */
  readonly isHeld: boolean;
}

/**
 * Calls that were accepted and whose records are not durable yet. Every answer is durable before it is given. A process
 * that is silent for as long as its lease is dead: its calls are lost, and no call of it reaches its tool any more.
 */
export interface AcceptedCalls {
  /** This process is alive from now on, and the one before it at the same place is dead. */
  start(): Promise<void>;
  accept(call: AcceptedCall): Promise<void>;
  /** Notes that the tool is about to be reached; false when the call is lost: it must not be. */
  reach(id: string, reach: AcceptedReach): Promise<boolean>;
  find(id: string): Promise<AcceptedState | undefined>;
  /** Its record is durable. */
  end(id: string): Promise<void>;
  /** Asks the replica that makes the call to cancel it; false when none does. */
  cancel(id: string): Promise<boolean>;
  /** Ids of this process's own calls that somebody wants to be cancelled. */
  unwanted(): Promise<readonly string[]>;
  /** Takes over a call of a dead process, to settle it; undefined when there is none, or its process lives. */
  takeLost(id: string): Promise<AcceptedState | undefined>;
}
