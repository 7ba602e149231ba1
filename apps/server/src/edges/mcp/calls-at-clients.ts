import type { Envelope, Invoke } from '@assay/contracts';
import {
  type ApprovalStore,
  awaitSettled,
  type InvocationContext,
  type Invoked,
  type InvokeTool,
} from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { type Clock, type Failure, fail } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { requireScope } from '../caller-guard.js';
import { unwrap } from '../failure-exception.js';
import type { McpCall } from './mcp-call.js';

/** How long a request stays open after its client was sent to a person, in ms: less than clients wait for an answer. */
const lookForMs = 25_000;

type Ended = Pick<Invoked, 'envelope' | 'failure' | 'answer' | 'isAltered'>;
type Asking = Pick<InvocationContext, 'caller' | 'client' | 'signal'>;
type Listening = Pick<McpCall, 'caller' | 'signal'>;

export interface CallsAtClientsPorts {
  readonly invoke: Pick<InvokeTool, 'run'>;
  readonly approvals: Pick<ApprovalStore, 'find'>;
  /** A caller's own call as it is now. */
  readonly own: { find(caller: Caller, id: string): Promise<Envelope | undefined> };
  readonly clock: Clock;
}

/**
 * Calls of MCP clients. When a call needs a person, a client that can be sent to an address is sent to where persons
 * decide; that it says it went there means no more than that it is worth looking again.
 */
export class CallsAtClients {
  constructor(private readonly ports: CallsAtClientsPorts) {}

  async run(input: Invoke, { id, ...context }: InvocationContext & Pick<McpCall, 'id'>): Promise<Ended> {
    const invoked = await this.ports.invoke.run(id === undefined ? input : { ...input, id }, context);
    if (invoked.envelope.status !== 'awaiting_approval') return invoked;
    const ended = await this.#lookAgain(invoked.envelope, context);
    // What the tool itself said is not what was released.
    return invoked.isAltered === true ? { ...ended, isAltered: true } : ended;
  }

  /** The outcome of one of the caller's own calls; one that still waits asks the person again. */
  async show(id: string, call: McpCall): Promise<Ended> {
    requireScope(call.caller, 'tools:call');
    const envelope = await this.ports.own.find(call.caller, id);
    if (envelope === undefined) return unwrap(fail('not_found', `You have no call with the id "${id}".`));
    return envelope.status === 'awaiting_approval'
      ? this.#lookAgain(envelope, call)
      : { envelope, failure: failureIn(envelope) };
  }

  async #lookAgain(envelope: Envelope, { caller, client, signal }: Asking): Promise<Ended> {
    const still: Ended = { envelope, failure: undefined };
    const { approval, tool } = envelope;
    if (approval === undefined) return still;
    const listening = signal ?? new AbortController().signal;
    // It may have been decided on since; then there is nobody to be sent anywhere.
    const isPending = (await this.ports.approvals.find(approval.id))?.state === 'pending';
    if (!isPending) return this.#endOf(envelope, { caller, signal: listening });
    if (client?.elicitUrl === undefined) return still;
    const message =
      envelope.outcome === 'done'
        ? `${tool} was called, and a person must review its result before it is returned. Open this URL to review and decide.`
        : `${tool} needs a person's approval. Open this address to see exactly what would run, and decide there.`;
    const answer = await client.elicitUrl({ message, url: approval.url, elicitationId: approval.id }, listening);
    return answer.ok && answer.value.action === 'accept' ? this.#endOf(envelope, { caller, signal: listening }) : still;
  }

  /** The call as it has ended, or, when that takes longer than a client waits, as it was. */
  async #endOf(envelope: Envelope, { caller, signal }: Listening): Promise<Ended> {
    const { approvals: store, own, clock } = this.ports;
    const settled = await awaitSettled(envelope.approval?.id ?? '', lookForMs, signal, { store, clock });
    const ended = settled && (await own.find(caller, envelope.id));
    return ended === undefined ? { envelope, failure: undefined } : { envelope: ended, failure: failureIn(ended) };
  }
}

/** What went wrong, as far as the record has it. */
export const failureIn = ({ error }: Envelope): Failure | undefined =>
  error && {
    code: error.code,
    message: error.message,
    outcome: error.outcome,
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  };

/** The text for the model about a waiting call; undefined for any other. */
export function waitingText(envelope: Envelope): string | undefined {
  const { id, status, approval, tool, provenance, outcome, notBefore } = envelope;
  if (status === 'scheduled')
    return `${tool} is scheduled for ${notBefore} and has not been called yet. After that, show_call {"id": "${id}"} at /mcp, or GET /v1/invocations/${id}, has the result; do not make the call again.`;
  if (status !== 'awaiting_approval' || approval === undefined) return undefined;
  if (outcome === 'done')
    return `${tool} was called, and its result is withheld: a person has to release it, at ${approval.url} . Tell your user so. Once it is decided, show_call {"id": "${id}"} at /mcp, or GET /v1/invocations/${id}, has the result; do not make the call again, it has had its effect.`;
  const what = (provenance?.steps ?? []).length > 0 ? 'waits in the middle' : 'has not been called yet';
  return `${tool} ${what}: a person has to approve it, at ${approval.url} . Tell your user so. Once it is decided, show_call {"id": "${id}"} at /mcp, or GET /v1/invocations/${id}, has the result; do not make the call again.`;
}

export const showCallSchema = z.strictObject({ id: z.uuid().describe('Id of the call, as in its response') });

/** The same for clients that know nothing of envelopes: nothing has been done, so that it is no result. */
export const waitingResult = (envelope: Envelope): CallToolResult | undefined => {
  const text = waitingText(envelope);
  return text === undefined ? undefined : { content: [{ type: 'text', text }], isError: true };
};
