import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Envelope } from '@assay/contracts';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipal } from '@assay/registry/testing';
import { type Closing, maxOpenTickets, type Ticket, type TicketStore } from '../escalation/ticket.js';

/** An empty store. */
export interface TicketFixture {
  readonly identities: IdentityStore;
  readonly tickets: TicketStore;
}

export interface TicketContractCase {
  readonly name: string;
  readonly check: (fixture: TicketFixture) => Promise<void>;
}

const idOf = (kind: number, number: number): string =>
  `0198f000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;
const start = Date.UTC(2026, 0, 1);

async function withTicket({ identities, tickets }: TicketFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const owners = [idOf(1, 1), idOf(1, 2)] as const;
  for (const id of owners) await identities.addPrincipal(aPrincipal({ id, name: id, organisationId: organisation.id }));
  const envelope = {
    id: idOf(2, 1),
    status: 'escalated',
    attempted: [],
    warnings: ['odd \u0000 text'],
  } as unknown as Envelope;
  const ticket = (number: number, parts: Partial<Ticket> = {}): Ticket => ({
    id: idOf(3, number),
    organisationId: organisation.id,
    principalId: owners[0],
    invocationId: idOf(2, number),
    capability: 'geo.geocode',
    tool: 'acme/a@^1',
    input: { address: 'Unter den Linden \u0000' },
    outputSchema: { type: 'object' },
    task: null,
    reason: 'Nothing could answer.',
    envelope,
    status: 'open',
    openedAt: start + number,
    expiresAt: start + number + 1_000,
    closedAt: null,
    closedBy: null,
    decision: null,
    completed: null,
    ...parts,
  });
  const closing: Closing = {
    status: 'resolved',
    closedAt: start + 500,
    closedBy: owners[1],
    decision: 'by hand',
    completed: envelope,
  };
  return { tickets, ticket, closing, organisationId: organisation.id, owners };
}

/** What every TicketStore promises. */
export const ticketStoreContract: readonly TicketContractCase[] = [
  {
    name: 'a ticket is found by its id and by its call, and a call has one',
    check: async (fixture) => {
      const { tickets, ticket } = await withTicket(fixture);
      const kept = ticket(1, { capability: null, outputSchema: null, task: 'a map' });
      await tickets.add(kept);
      deepEqual(await tickets.find(kept.id), kept);
      deepEqual(await tickets.ofInvocation(kept.invocationId), kept);
      equal(await tickets.find(idOf(3, 9)), undefined);
      equal(await tickets.ofInvocation(idOf(2, 9)), undefined);
      await rejects(tickets.add(ticket(2, { invocationId: kept.invocationId })));
    },
  },
  {
    name: 'of any number that close it at once, one does',
    check: async (fixture) => {
      const { tickets, ticket, closing } = await withTicket(fixture);
      await tickets.add(ticket(1));
      const closed = await Promise.all([1, 2, 3].map(() => tickets.close(idOf(3, 1), closing)));
      deepEqual(
        closed.filter((it) => it !== undefined),
        [{ ...ticket(1), ...closing }],
      );
      deepEqual(await tickets.find(idOf(3, 1)), { ...ticket(1), ...closing });
      equal(await tickets.close(idOf(3, 9), closing), undefined);
    },
  },
  {
    name: 'lists newest first, by whose they are and how they stand, page by page',
    check: async (fixture) => {
      const { tickets, ticket, closing, organisationId, owners } = await withTicket(fixture);
      for (const number of [1, 2, 3]) await tickets.add(ticket(number));
      await tickets.add(ticket(4, { principalId: owners[1], openedAt: start + 3 }));
      await tickets.close(idOf(3, 2), closing);
      const idsOf = async (query: object) =>
        (await tickets.list({ organisationId, limit: 10, ...query })).map(({ id }) => Number(id.slice(-1)));
      deepEqual(await idsOf({}), [4, 3, 2, 1]);
      deepEqual(await idsOf({ limit: 2 }), [4, 3]);
      deepEqual(await idsOf({ after: { openedAt: start + 3, id: idOf(3, 3) } }), [2, 1]);
      deepEqual(await idsOf({ principalId: owners[0], status: 'open' }), [3, 1]);
      deepEqual(await idsOf({ organisationId: idOf(9, 9) }), []);
    },
  },
  {
    name: 'knows the open ones whose time is over, oldest first',
    check: async (fixture) => {
      const { tickets, ticket, closing } = await withTicket(fixture);
      for (const number of [3, 1, 2]) await tickets.add(ticket(number));
      await tickets.close(idOf(3, 2), closing);
      const overdue = async (at: number, limit = 10) =>
        (await tickets.overdue(at, limit)).map(({ id }) => Number(id.slice(-1)));
      deepEqual(await overdue(start + 1_000), []);
      deepEqual(await overdue(start + 1_003), [1, 3]);
      deepEqual(await overdue(start + 1_003, 1), [1]);
    },
  },
  {
    name: 'keeps no more open ones of one caller than it says',
    check: async (fixture) => {
      const { tickets, ticket, closing, owners } = await withTicket(fixture);
      for (let number = 1; number <= maxOpenTickets; number += 1) equal(await tickets.add(ticket(number)), true);
      equal(await tickets.add(ticket(500)), false);
      equal(await tickets.find(idOf(3, 500)), undefined);
      equal(await tickets.add(ticket(501, { principalId: owners[1] })), true);
      await tickets.close(idOf(3, 1), closing);
      equal(await tickets.add(ticket(500)), true);
    },
  },
];
