import type { MemoryLayer } from '@assay/contracts';
import type { Position } from '@assay/identity';

/** What is kept: the whole result behind a pointer, a memory, or what a call of a session returned. */
export type KeptKind = 'pointer' | 'memory' | 'result';

/** Whose, and as far as its credential reaches. */
export interface KeptOwner {
  readonly principalId: string;
  /** Results of tools in these namespaces only; null for no narrowing. */
  readonly namespaces: readonly string[] | null;
}

export interface KeptOutput {
  readonly id: string;
  readonly kind: KeptKind;
  readonly organisationId: string;
  readonly principalId: string;
  /** Of a memory. */
  readonly layer: MemoryLayer | null;
  readonly session: string | null;
  readonly invocationId: string;
  /** `ns/tool`. */
  readonly tool: string;
  readonly version: string;
  /** Which upstream answered. */
  readonly source: string;
  readonly confidence: number;
  /** Rules that found what looks like an attack on the model that reads it. */
  readonly findings: readonly string[];
  /** Of the kept bytes. */
  readonly digest: string;
  readonly bytes: number;
  readonly mediaType: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** With what is kept: text, or bytes in base64 when the media type is neither text nor JSON. */
export interface KeptContent extends KeptOutput {
  readonly content: string;
  readonly isBinary: boolean;
}

/** Most that one principal may have of a kind. */
export interface KeptCaps {
  readonly count: number;
  readonly bytes: number;
}

export type Keeping =
  | { readonly state: 'kept'; readonly output: KeptOutput }
  /**
   * The same content was there: it is kept once, for the longer of both times, under its first id; a result of a session
   * is of the latest call that returned it.
   */
  | { readonly state: 'known'; readonly output: KeptOutput }
  /** Nothing was kept: it would be more than the caps allow. */
  | { readonly state: 'full'; readonly count: number; readonly bytes: number };

export interface KeptQuery extends KeptOwner {
  readonly kind: KeptKind;
  readonly layer?: MemoryLayer | undefined;
  readonly session?: string | undefined;
  readonly tool?: string | undefined;
  /** Milliseconds since the epoch: what has expired by then is not there. */
  readonly at: number;
  readonly after: Position | null;
  readonly limit: number;
}

/** Results kept for their callers, encrypted at rest. What has expired is gone, whether it was deleted yet or not. */
export interface KeptOutputs {
  /** However many keep at once, the caps hold. */
  keep(output: KeptContent, caps: KeptCaps): Promise<Keeping>;
  find(owner: KeptOwner, kind: KeptKind, id: string, at: number): Promise<KeptContent | undefined>;
  /** Newest first. */
  list(query: KeptQuery): Promise<readonly KeptOutput[]>;
  /** False when there was none. */
  remove(owner: KeptOwner, kind: KeptKind, id: string): Promise<boolean>;
  /** Answers how many there were. */
  removeAll(owner: KeptOwner, kind: KeptKind): Promise<number>;
  /** Deletes what has expired; answers how many. */
  prune(at: number): Promise<number>;
}
