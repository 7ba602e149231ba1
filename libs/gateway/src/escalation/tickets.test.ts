import { type Failure, startDeadline } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { aCaller, aManifest, aPrincipal, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call } from '../call.js';
import { aCall, aCallWith } from '../testing/a-call.js';
import { InMemoryTicketStore } from '../testing/in-memory-ticket-store.js';
import { SmallHouse } from '../testing/small-house.js';
import { AnswerTickets } from './answer-tickets.js';
import { AskPersons } from './ask-persons.js';
import { CloseTickets } from './close-ticket.js';
import { expireTickets } from './expire-tickets.js';
import { closedCalls, escalationMs, type Ticket } from './ticket.js';

const nothing: Failure = { code: 'nothing_available', message: 'No level could answer.' };
const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const version = aVersion(aManifest({ annotations: { readOnlyHint: true }, outputSchema }));
const olga = aCaller({ id: 'principal-olga', name: 'olga' }, ['approvals:decide']);

async function setUp(parts: { readonly fails?: boolean } = {}) {
  const house = await SmallHouse.open();
  house.catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  await house.addPrincipal(aPrincipal({ id: 'principal-olga', name: 'olga' }));
  await house.addPrincipal(aPrincipal({ id: 'principal-robot', name: 'robot', kind: 'agent' }));
  for (const principalId of ['principal-ann', 'principal-olga', 'principal-robot'])
    await house.identities.addKey({
      ...{ id: `key-${principalId}`, organisationId: 'org-acme', principalId, hash: principalId, prefix: 'x' },
      ...{ scopes: ['approvals:decide'], namespaces: null, createdAt: 0, expiresAt: null, revokedAt: null },
    } as never);
  await house.feed.caughtUp();
  const { directory, catalogue, clock, random, audit } = house;
  const tickets = new InMemoryTicketStore();
  const notices = new InMemoryNotices();
  const problems: unknown[] = [];
  const onProblem = (cause: unknown) => void problems.push(cause);
  const add = async (ticket: Ticket) => {
    if (parts.fails) throw new Error('the database is away');
    return tickets.add(ticket);
  };
  const asking = new AskPersons({
    ...{ catalogue, directory, notices, clock, random, onProblem },
    tickets: { add, ofInvocation: (id) => tickets.ofInvocation(id) },
    url: () => 'http://assay',
  });
  const closing = new CloseTickets({ tickets, audit, notices, clock, onProblem });
  const whole = startDeadline(clock, 30_000);
  const call: Call = aCall({ whole, deadline: whole, attempted: [], begunAfter: 0, upstreamMs: 3 }, version);
  const open = async () => {
    await asking.open(call, nothing, 'a.b');
    const [ticket] = await tickets.list({ organisationId: 'org-acme', limit: 1 });
    if (ticket === undefined) throw new Error('no ticket');
    return ticket;
  };
  return {
    house,
    tickets,
    notices,
    problems,
    asking,
    closing,
    call,
    open,
    answering: new AnswerTickets({ tickets, closing, clock }),
  };
}

describe('AskPersons', () => {
  it('opens a ticket with all that a person needs, and tells the people who may answer, other than the caller', async () => {
    const { open, call, notices, house } = await setUp();
    const ticket = await open();
    expect(ticket.envelope.escalation).toEqual({ id: ticket.id, url: `http://assay/v1/escalations/${ticket.id}` });
    expect(ticket).toMatchObject({
      ...{
        principalId: 'principal-ann',
        invocationId: call.requested.id,
        capability: 'a.b',
        tool: 'acme/orders.create',
      },
      ...{ outputSchema, status: 'open', expiresAt: house.clock.now() + escalationMs, completed: null },
      envelope: { status: 'escalated', error: { code: 'nothing_available', retryable: false } },
    });
    expect(notices.sent).toMatchObject([{ kind: 'escalation.opened', to: [{ principalId: 'principal-olga' }] }]);
  });

  it('opens none that cannot be written, nor for nobody', async () => {
    const { asking, call, problems } = await setUp({ fails: true });
    expect(await asking.open(call, nothing, null)).toBeUndefined();
    expect(problems.length).toBe(1);
    const nobody = aCallWith(call, { caller: { ...aCaller(), principalId: null } });
    expect(await asking.open(nobody, nothing, null)).toBeUndefined();
  });

  it('knows no completion while a ticket is open', async () => {
    const { open, asking, call } = await setUp();
    await open();
    expect(await asking.completionOf(call.requested.id)).toBeUndefined();
    expect(await asking.completionOf('another')).toBeUndefined();
  });
});

describe('AnswerTickets', () => {
  it('completes the call with the output of a person, records it and tells who waits', async () => {
    const { open, answering, asking, closing, call, house, notices } = await setUp();
    const ticket = await open();
    const heard: string[] = [];
    const stop = closing.onResolved(({ id, status }) => heard.push(`${id} ${status}`));
    house.clock.advance(5_000);
    const done = await answering.resolve(olga, ticket.id, { output: { total: 3 }, reason: 'by hand' });
    stop();
    expect(done).toMatchObject({
      ok: true,
      value: { status: 'resolved', closedBy: 'principal-olga', decision: 'by hand' },
    });
    expect(await asking.completionOf(call.requested.id)).toMatchObject({
      failure: null,
      envelope: {
        ...{ id: call.requested.id, status: 'succeeded', output: { total: 3 }, confidence: 1, level: 2 },
        provenance: { source: 'person:olga', resultDigest: expect.stringMatching(/^sha256/), confidence: 1 },
        trace: [{ stage: 'escalation', ms: 5_000, note: 'person:olga' }],
      },
    });
    expect((await asking.completionOf(call.requested.id))?.envelope.error).toBeUndefined();
    expect(closedCalls.resolved).toEqual({ status: 'succeeded', code: null });
    expect([heard, house.actions]).toEqual([[`${ticket.id} resolved`], ['escalation.resolved acme/orders.create']]);
    expect(notices.lines).toContain('escalation.resolved acme/orders.create');
    expect(await answering.resolve(olga, ticket.id, { output: { total: 4 } })).toMatchObject({
      error: { code: 'conflict' },
    });
  });

  it('refuses an output that does not fit, and answers nothing', async () => {
    const { open, answering } = await setUp();
    const { id } = await open();
    expect(await answering.resolve(olga, id, { output: { total: 'x' } })).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/output/total' }] },
    });
    expect(await answering.show(olga, id)).toMatchObject({ value: { status: 'open' } });
  });

  it('takes no answer once the time is over, swept or not', async () => {
    const { open, answering, house, tickets } = await setUp();
    const ticket = await open();
    house.clock.advance(escalationMs);
    expect(await answering.resolve(olga, ticket.id, { output: { total: 1 } })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/could be answered until .*The escalation is still open/),
      },
    });
    expect((await tickets.find(ticket.id))?.status).toBe('open');
  });

  it('denies the call when a person refuses', async () => {
    const { open, answering, asking, call } = await setUp();
    await answering.resolve(olga, (await open()).id, { refuse: true, reason: 'Nobody knows.' });
    expect(await asking.completionOf(call.requested.id)).toMatchObject({
      failure: { code: closedCalls.refused.code, message: 'The person refused: Nobody knows.' },
      envelope: { status: closedCalls.refused.status, confidence: 0, provenance: { resultDigest: null } },
    });
  });

  it.each([
    ['who lacks the scope', aCaller({}), 'forbidden'],
    ['an agent', aCaller({ id: 'principal-robot', kind: 'agent' }, ['approvals:decide']), 'forbidden'],
    ['whose call it is', aCaller({}, ['approvals:decide']), 'forbidden'],
    ['a key that is narrowed', { ...aCaller({}, ['approvals:decide']), namespaces: ['acme'] }, 'forbidden'],
    ['another organisation', aCaller({ id: 'x', organisationId: 'org-other' }, ['approvals:decide']), 'not_found'],
    ['who merely works there', aCaller({ id: 'x' }), 'not_found'],
  ])('is not for %s', async (_, caller, code) => {
    const { open, answering } = await setUp();
    const { id } = await open();
    expect(await answering.resolve(caller, id, { output: { total: 3 } })).toMatchObject({ error: { code } });
  });

  it('lists all for who may answer, and their own for the others', async () => {
    const { open, answering } = await setUp();
    const { id } = await open();
    const page = { limit: 10 };
    expect((await answering.list(olga, page)).map((it) => it.id)).toEqual([id]);
    expect(await answering.list(aCaller({ id: 'x' }), page)).toEqual([]);
    expect(await answering.list(aCaller(), page)).toHaveLength(1);
    expect(await answering.list({ ...olga, organisationId: null }, page)).toEqual([]);
    expect(await answering.show(olga, 'no id')).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('expireTickets', () => {
  it('ends what nobody answered in time', async () => {
    const { open, tickets, closing, asking, call, house, notices } = await setUp();
    await open();
    const job = expireTickets({ tickets, closing, clock: house.clock });
    await job.run(new AbortController().signal);
    expect(await asking.completionOf(call.requested.id)).toBeUndefined();
    house.clock.advance(escalationMs);
    await job.run(new AbortController().signal);
    expect(await asking.completionOf(call.requested.id)).toMatchObject({
      envelope: {
        ...{ status: closedCalls.expired.status, provenance: { source: 'nobody' } },
        error: { code: closedCalls.expired.code },
      },
    });
    expect(notices.lines).toContain('escalation.expired acme/orders.create');
  });
});
