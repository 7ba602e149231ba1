import type { Envelope, FeedbackView, SendFeedback, SignedReceipt } from '@assay/contracts';
import {
  AcceptCalls,
  AskPersons,
  GiveFeedback,
  type IdempotencyLedger,
  RunningCalls,
  RunScheduled,
  type ScheduledCalls,
  scheduledStanding,
  showKeyed,
} from '@assay/gateway';
import { type Caller, hasScope } from '@assay/identity';
import { type Clock, fail, isoTime } from '@assay/kernel';
import { SuspendCalls } from '@assay/runs';
import { Controller, Headers, HttpStatus, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CLOCK, IDEMPOTENCY_LEDGER, SCHEDULED_CALLS } from '../../platform/ports.js';
import { FinishedCalls } from '../audit/finished-calls.js';
import { followInvocation } from './follow-invocation.js';

/** Calls under way and finished; making one is the invoke endpoint's. */
@Controller()
export class InvocationsController {
  constructor(
    @Inject(RunningCalls) private readonly running: RunningCalls,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(AcceptCalls) private readonly accepting: AcceptCalls,
    @Inject(SuspendCalls) private readonly suspending: SuspendCalls,
    @Inject(GiveFeedback) private readonly feedback: GiveFeedback,
    @Inject(IDEMPOTENCY_LEDGER) private readonly ledger: IdempotencyLedger,
    @Inject(AskPersons) private readonly escalations: AskPersons,
    @Inject(RunScheduled) private readonly scheduled: RunScheduled,
    @Inject(FinishedCalls) private readonly finished: FinishedCalls,
    @Inject(SCHEDULED_CALLS) private readonly waiting: ScheduledCalls,
  ) {}

  @Endpoint('showInvocation')
  async show(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope> {
    const running = this.running.find(id, caller.principalId);
    if (running !== undefined) {
      void reply.status(HttpStatus.ACCEPTED);
      return running.view();
    }
    const found = await this.#found(id, caller);
    if (found === undefined) return unwrap(fail('not_found', `You have no call with the id "${id}".`));
    if (pending.has(found.status)) void reply.status(HttpStatus.ACCEPTED);
    return found;
  }

  @Endpoint('showReceipt')
  async receipt(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<SignedReceipt> {
    const found = await this.finished.find(id);
    const shown = found !== undefined && mayRead(found, caller) ? found : undefined;
    const receipt = shown && (await this.finished.signedReceipt(id, shown));
    if (receipt !== undefined) return receipt;
    const isRunning = this.running.find(id, caller.principalId) !== undefined;
    return unwrap(
      isRunning
        ? fail('not_found', `The call "${id}" is still running: its receipt is there when it has ended.`)
        : fail('not_found', `You have no finished call with the id "${id}".`),
    );
  }

  @Endpoint('followInvocation')
  follow(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { running, clock } = this;
    const finished = () => this.#found(id, caller);
    return followInvocation(id, caller, lastEventId, reply, { running, clock, finished });
  }

  @Endpoint('cancelInvocation')
  async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<Envelope> {
    const running = this.running.find(id, caller.principalId);
    if (running === undefined) {
      const elsewhere = await this.accepting.cancel(caller, id);
      if (elsewhere !== undefined) return elsewhere;
      const scheduled = await this.scheduled.cancel(caller, id);
      if (scheduled !== undefined) return scheduled;
      const waited = await this.suspending.withdraw(caller, id);
      const found = waited ? await this.#found(id, caller) : undefined;
      if (found !== undefined) return found;
      const hint = `it may have ended, see GET /v1/invocations/${id}`;
      return unwrap(fail('not_found', `You have no running call with the id "${id}": ${hint}.`));
    }
    running.call.requested.whole.cancel();
    return running.view();
  }

  @Endpoint('sendFeedback')
  async judge(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() verdict: SendFeedback,
  ): Promise<FeedbackView> {
    const call = await this.#recorded(id, caller);
    if (call === undefined) return unwrap(fail('not_found', noFinishedCall(id)));
    const { invocationId, verdict: said, reason, at } = unwrap(await this.feedback.run(caller, call, verdict));
    return { invocationId, verdict: said, reason, at: isoTime(at) };
  }

  /** The record, for administrators of its organisation too, or how a call stands that was accepted or has a key, and is made elsewhere or was lost. */
  async #found(id: string, caller: Caller): Promise<Envelope | undefined> {
    const recorded = await this.#recorded(id, caller, mayRead);
    if (recorded !== undefined)
      return scheduledStanding(recorded, { store: this.waiting, recorded: () => this.#recorded(id, caller, mayRead) });
    const standing =
      (await this.accepting.show(caller, id)) ??
      (await showKeyed(caller, id, { ledger: this.ledger, clock: this.clock }));
    // It may have ended between the two questions.
    return (await this.#recorded(id, caller, mayRead)) ?? standing;
  }

  async #recorded(id: string, caller: Caller, isShown: MayRead = isOwn): Promise<Envelope | undefined> {
    const found = await this.finished.find(id);
    if (found === undefined || !isShown(found, caller)) return undefined;
    const completed = await this.#completed(found.body as Envelope);
    const signed = await this.finished.signedReceipt(id, found);
    const proof = signed?.proof ?? undefined;
    return {
      ...(completed ?? (found.body as Envelope)),
      receipt: found.receipt && { ...found.receipt, ...(proof && { proof }) },
    };
  }

  /** What a person has answered since in the place of the tool. */
  async #completed({ id, status }: Envelope): Promise<Envelope | undefined> {
    if (status !== 'escalated') return undefined;
    return (await this.escalations.completionOf(id))?.envelope;
  }
}

type Recorded = { readonly organisationId: string | null; readonly principalId: string | null };
type MayRead = (call: Recorded, caller: Caller) => boolean;

const isOwn: MayRead = (call, caller) => call.principalId === caller.principalId;

/** Administrators read the recorded calls of their organisation, as they list them; nobody else's do they change. */
const mayRead: MayRead = (call, caller) =>
  isOwn(call, caller) ||
  (call.organisationId !== null && call.organisationId === caller.organisationId && hasScope(caller, 'admin'));

const pending: ReadonlySet<Envelope['status']> = new Set(['scheduled', 'awaiting_approval', 'running']);

const noFinishedCall = (id: string): string =>
  `You have no finished call with the id "${id}": feedback requires a finished call.`;
