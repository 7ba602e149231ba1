import type { CallContext } from './call-context.js';
import type { ToolTransport } from './tool-transport.js';

/** For whom and how a call is made, as callers outside the gateway make it. */
export interface InvocationContext extends CallContext {
  /** Reaches the tool in a conversation of the caller's own, in place of its protocol's transport. */
  readonly through?: ToolTransport;
}
