import type { Envelope } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { holdersOf } from '@assay/identity';
import {
  type Clock,
  type Failure,
  fail,
  isoTime,
  type Notices,
  ok,
  type Random,
  type Recipient,
  type Result,
  wait,
} from '@assay/kernel';
import type { AskNode } from '../plan.js';
import { maxOpenQuestions, type Question, type QuestionStore } from './question.js';

export interface AskQuestionsPorts {
  readonly store: QuestionStore;
  readonly directory: Directory;
  readonly notices: Notices;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Address of this installation. */
  readonly url: () => string;
  /** Called for notices that could not be sent, and for looks that failed and are repeated. */
  readonly onProblem: (cause: unknown) => void;
}

/** A question of one step. */
export interface Asking {
  readonly caller: Caller;
  readonly key: string;
  readonly workId: string;
  readonly step: string;
  readonly node: Pick<AskNode, 'schema' | 'to' | 'timeoutMs'>;
  readonly text: unknown;
}

export interface AskingPatience {
  /** Nobody wants the answer any more, or the server lets the composition go. */
  readonly signal: AbortSignal;
  /** The composition goes on elsewhere, or later: the question stays open. */
  readonly isLeft: () => boolean;
  /** Called when the question waits; returns what to call when it does no longer. */
  readonly onWaiting: (question: { readonly id: string; readonly url: string }) => () => void;
}

const firstLookMs = 50;
const maxLookMs = 2_000;
const maxText = 4_000;

/** Asks people, for steps of compositions, and waits for their answers. */
export class AskQuestions {
  readonly #ports: AskQuestionsPorts;

  constructor(ports: AskQuestionsPorts) {
    this.#ports = ports;
  }

  /** The answer. A step that is made again finds its question, and the answer it has by then. */
  async ask(asking: Asking, patience: AskingPatience): Promise<Result<unknown, Failure>> {
    const question = await this.#opened(asking);
    if (!question.ok) return question;
    if (question.value.status !== 'open') return answerIn(question.value);
    const { id } = question.value;
    const goOn = patience.onWaiting({ id, url: questionUrl(this.#ports.url(), id) });
    try {
      return await this.#awaited(question.value, patience);
    } finally {
      goOn();
    }
  }

  /** A question that is not waited for any more, in the place of a call's record; undefined while it is. */
  recorded = async (id: string): Promise<Envelope | undefined> => {
    const found = await this.#ports.store.find(id);
    const isOpen = found?.status === 'open' && found.expiresAt > this.#ports.clock.now();
    return found === undefined || isOpen ? undefined : ({ id, status: 'succeeded' } as Envelope);
  };

  async #opened({ caller, key, workId, step, node, text }: Asking): Promise<Result<Question, Failure>> {
    const { store, directory, random, clock } = this.#ports;
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null) return fail('denied', 'Questions need a signed-in caller.');
    if (typeof text !== 'string' || text === '' || text.length > maxText || text.includes('\u0000'))
      return fail('invalid_input', `The question must be a text of 1 to ${maxText} characters.`);
    const to = node.to === null ? null : personNamed(node.to, organisationId, directory);
    if (to === undefined) return fail('invalid_input', noPerson(node.to ?? ''));
    const askedAt = clock.now();
    const question: Question = {
      ...{ id: random.uuid(), organisationId, principalId, key, workId, step, text, to, status: 'open' },
      schema: node.schema as Question['schema'],
      ...{ askedAt, expiresAt: askedAt + node.timeoutMs, closedAt: null, answeredBy: null },
    };
    const kept = await store.open(question);
    if (kept === undefined)
      return fail('rate_limited', `${maxOpenQuestions} of your questions are open, the maximum: wait for answers.`);
    if (kept.id === question.id) void this.#notify(kept).catch(this.#ports.onProblem);
    return ok(kept);
  }

  async #awaited(question: Question, { signal, isLeft }: AskingPatience): Promise<Result<unknown, Failure>> {
    const { store, clock, onProblem } = this.#ports;
    const { id, expiresAt } = question;
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(pauseMs * 1.5, maxLookMs)) {
      const isWanted = await wait(clock, Math.max(1, Math.min(pauseMs, expiresAt - clock.now())), signal);
      if (!isWanted && isLeft()) return cancelled;
      const end = !isWanted ? 'withdrawn' : clock.now() >= expiresAt ? 'expired' : undefined;
      try {
        // Somebody may answer at the last moment: the first one to close it decides.
        if (end !== undefined)
          await store.close(id, { status: end, closedAt: clock.now(), answeredBy: null, answer: undefined });
        const now = await store.find(id);
        if (now === undefined) return fail('not_found', 'The question does not exist any more.');
        if (now.status !== 'open') return answerIn(now);
      } catch (cause) {
        onProblem(cause);
        if (!isWanted) return cancelled;
      }
    }
  }

  async #notify({ id, text, organisationId, principalId, to, expiresAt }: Question): Promise<void> {
    const { directory, notices, clock, url } = this.#ports;
    const name = directory.principal(principalId)?.name ?? 'Somebody';
    const recipients: Recipient[] =
      to === null
        ? holdersOf(directory, organisationId, 'approvals:decide', clock.now()).filter(
            (it) => directory.principal(it.principalId)?.kind === 'user',
          )
        : [{ organisationId, principalId: to }];
    const where = `assay questions answer ${id}, or POST ${questionUrl(url(), id)}/answer`;
    await notices.send([
      {
        ...{ key: `question ${id}`, kind: 'question.opened', subject: text.slice(0, 200), to: recipients },
        text: `${name} asks: ${text} Answer until ${isoTime(expiresAt)} with ${where}.`,
        details: { question: id },
      },
    ]);
  }
}

const questionUrl = (own: string, id: string): string => `${own}/v1/questions/${id}`;

/** The id of a person of an organisation. */
export function personNamed(name: string, organisationId: string, directory: Directory): string | undefined {
  const found = directory.principalNamed(organisationId, name);
  return found?.kind === 'user' ? found.id : undefined;
}

export const noPerson = (name: string): string => `no user of your organisation is called "${name}"`;

function answerIn({ status, answer, expiresAt }: Question): Result<unknown, Failure> {
  if (status === 'answered') return ok(answer);
  if (status === 'expired') return fail('ask_expired', `Nobody answered the question until ${isoTime(expiresAt)}.`);
  return cancelled;
}

const cancelled = fail('cancelled', 'It was cancelled while it waited for an answer.');
