import type { Envelope, ErrorCode, EscalationStatus, InvocationStatus } from '@assay/contracts';
import { hourMs } from '@assay/kernel';

/** How long a person has for an answer, in ms. */
export const escalationMs = 72 * hourMs;

/** No caller keeps people busy with more than this at a time. */
export const maxOpenTickets = 100;

/** A call that no level could answer, waiting for a person to. */
export interface Ticket {
  readonly id: string;
  readonly organisationId: string;
  /** Whose call it is. */
  readonly principalId: string;
  readonly invocationId: string;
  /** Of the hierarchy that is at its end. */
  readonly capability: string | null;
  /** What was asked for: `ns/tool`, `ns/tool@range` or the capability. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the primary promises; null when it promises nothing. */
  readonly outputSchema: Readonly<Record<string, unknown>> | null;
  readonly task: string | null;
  /** Why no level could answer. */
  readonly reason: string;
  /** The call as it was answered when the ticket was opened. */
  readonly envelope: Envelope;
  readonly status: EscalationStatus;
  /** Times in ms since the epoch. */
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly closedAt: number | null;
  /** Who closed it; null for nobody, its time being over. */
  readonly closedBy: string | null;
  readonly decision: string | null;
  /** The call as it is answered since; null while the ticket is open. */
  readonly completed: Envelope | null;
}

/** How a ticket ends. */
export type Closing = Pick<Ticket, 'closedAt' | 'closedBy' | 'decision' | 'completed'> & {
  readonly status: Exclude<EscalationStatus, 'open'>;
};

/** How a call is listed once its ticket is closed. */
export const closedCalls: Readonly<
  Record<Closing['status'], { readonly status: InvocationStatus; readonly code: ErrorCode | null }>
> = Object.freeze({
  resolved: { status: 'succeeded', code: null },
  refused: { status: 'denied', code: 'denied' },
  expired: { status: 'failed', code: 'nothing_available' },
});

export interface TicketQuery {
  readonly organisationId: string;
  /** Only this principal's own; everybody's when absent. */
  readonly principalId?: string | undefined;
  readonly status?: EscalationStatus | undefined;
  /** Only those that come after this one, newest first. */
  readonly after?: Pick<Ticket, 'openedAt' | 'id'> | undefined;
  readonly limit: number;
}

/** Escalation tickets; what is written is durable. */
export interface TicketStore {
  /** False when its caller has about `maxOpenTickets` open already. */
  add(ticket: Ticket): Promise<boolean>;
  find(id: string): Promise<Ticket | undefined>;
  ofInvocation(invocationId: string): Promise<Ticket | undefined>;
  /** Newest first. */
  list(query: TicketQuery): Promise<readonly Ticket[]>;
  /** Closes an open one: of any number that close it at once, one does. Undefined when it is not open any more. */
  close(id: string, closing: Closing): Promise<Ticket | undefined>;
  /** Open ones whose time is over at `at`, oldest first. */
  overdue(at: number, limit: number): Promise<readonly Ticket[]>;
}
