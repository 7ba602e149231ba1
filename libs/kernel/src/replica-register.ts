/** One process of a server. */
export interface Replica {
  /** Of this process and start. */
  readonly id: string;
  /** What operators call it; null without a name. */
  readonly name: string | null;
  readonly version: string;
  /** Version of Node. */
  readonly node: string;
  /** In ms since the epoch. */
  readonly startedAt: number;
}

export interface SeenReplica extends Replica {
  readonly seenAt: number;
  /** How long ago that was, by the clock of the store. */
  readonly silentMs: number;
  /** When it said that it stops; null while it has not. */
  readonly stoppedAt: number | null;
}

/** Which replicas share a database, also replicas that ended lately. */
export interface ReplicaRegister {
  /** The replica is at work now. */
  announce(replica: Replica): Promise<void>;
  /** It stops; of one that was never announced nothing is kept. */
  leave(id: string): Promise<void>;
  /** The latest started first. */
  list(): Promise<readonly SeenReplica[]>;
  /** Forgets replicas that were not seen for so long. */
  forget(silentMs: number): Promise<void>;
}

export const replicaDefaults = {
  /** How often a replica announces itself. */
  announceEveryMs: 10_000,
  /** Without a word for so long, a replica is silent: it was killed, hangs or does not reach the database. */
  silentAfterMs: 30_000,
  /** For how long a replica is listed after its end. */
  listedMs: 86_400_000,
} as const;

export const replicaStates = ['up', 'silent', 'stopped'] as const;
export type ReplicaState = (typeof replicaStates)[number];

export function replicaStateOf({ stoppedAt, silentMs }: Pick<SeenReplica, 'stoppedAt' | 'silentMs'>): ReplicaState {
  if (stoppedAt !== null) return 'stopped';
  return silentMs > replicaDefaults.silentAfterMs ? 'silent' : 'up';
}
