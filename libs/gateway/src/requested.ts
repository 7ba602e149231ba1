import type { ClientRequests } from './client-requests.js';
import type { Invoker } from './invoker.js';
import type { PartOf } from './part-of.js';
import type { ToolTransport } from './tool-transport.js';

/** How a call was requested, beside its request and its caller. Frozen: no stage changes it. */
export interface Requested {
  readonly traceId: string;
  /** W3C baggage the request came with. */
  readonly baggage?: string | undefined;
  /** Arguments that nothing may change on the way, whoever else may mend or map the input; none when absent. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Every stage runs but the ones that reach the upstream. */
  readonly dryRun: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When it was begun, of a call that goes on after it had waited; in ms since the epoch. */
  readonly begunAt?: number;
  /** What the calling client can be asked meanwhile; absent when nothing. One for all levels. */
  readonly client?: ClientRequests;
  /** Reaches the tool in a conversation of the caller's own, in place of its protocol's transport; of the first level. */
  readonly through?: ToolTransport;
  /** The caller asks how many tokens the call takes. */
  readonly countsTokens?: boolean;
  /** For a program, or a client that knows nothing of pointers: the result is answered whole, however long it is. */
  readonly isWhole?: boolean;
  /** It was answered before it has ended; see `AcceptCalls`. */
  readonly isAccepted?: boolean;
  /** Makes the calls of a composition in the place of the gateway. */
  readonly invoke?: Invoker;
  /** Compositions around it; 0 when absent. */
  readonly nesting?: number;
  /** Of what it is a step; asked for when a person has to decide on it. */
  readonly partOf?: () => PartOf;
}

/**
 * The same for a level after the first one, which is reached through its protocol's transport and is not known to any
 * composition.
 */
export function requestedAgain({
  through: _through,
  isAccepted: _isAccepted,
  invoke: _invoke,
  nesting: _nesting,
  partOf: _partOf,
  begunAt: _begunAt,
  ...common
}: Requested): Requested {
  return Object.freeze(common);
}
