import type { Caller } from '@assay/identity';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { TraceContext } from '../trace-id.js';

/** What authentication hands to a request's handlers. */
export interface McpAuth extends AuthInfo {
  /** `subject`: what the address of the request is about; see `Served`. */
  readonly extra: Pick<TraceContext, keyof TraceContext> & { readonly caller: Caller; readonly subject: string };
}
