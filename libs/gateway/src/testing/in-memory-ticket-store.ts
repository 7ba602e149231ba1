import { type Closing, maxOpenTickets, type Ticket, type TicketQuery, type TicketStore } from '../escalation/ticket.js';

/** Escalation tickets without a database. */
export class InMemoryTicketStore implements TicketStore {
  readonly #tickets = new Map<string, Ticket>();

  async add(ticket: Ticket): Promise<boolean> {
    if ((await this.ofInvocation(ticket.invocationId)) !== undefined)
      throw new Error('This call has a ticket already.');
    const open = [...this.#tickets.values()].filter(
      (it) => it.principalId === ticket.principalId && it.status === 'open',
    );
    if (open.length >= maxOpenTickets) return false;
    this.#tickets.set(ticket.id, ticket);
    return true;
  }

  async find(id: string): Promise<Ticket | undefined> {
    return this.#tickets.get(id);
  }

  async ofInvocation(invocationId: string): Promise<Ticket | undefined> {
    return [...this.#tickets.values()].find((it) => it.invocationId === invocationId);
  }

  async list({ organisationId, principalId, status, after, limit }: TicketQuery): Promise<readonly Ticket[]> {
    return [...this.#tickets.values()]
      .filter((it) => it.organisationId === organisationId)
      .filter((it) => principalId === undefined || it.principalId === principalId)
      .filter((it) => status === undefined || it.status === status)
      .filter((it) => after === undefined || (it.id !== after.id && newestFirst(after, it) < 0))
      .sort(newestFirst)
      .slice(0, limit);
  }

  async close(id: string, closing: Closing): Promise<Ticket | undefined> {
    const present = this.#tickets.get(id);
    if (present === undefined || present.status !== 'open') return undefined;
    const closed = { ...present, ...closing };
    this.#tickets.set(id, closed);
    return closed;
  }

  async overdue(at: number, limit: number): Promise<readonly Ticket[]> {
    return [...this.#tickets.values()]
      .filter((it) => it.status === 'open' && it.expiresAt <= at)
      .sort((a, b) => a.expiresAt - b.expiresAt)
      .slice(0, limit);
  }
}

type Placed = Pick<Ticket, 'openedAt' | 'id'>;

const newestFirst = (a: Placed, b: Placed): number => b.openedAt - a.openedAt || (a.id < b.id ? 1 : -1);
