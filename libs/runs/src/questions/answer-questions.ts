import type { QuestionStatus } from '@assay/contracts';
import { type Caller, mayDecide } from '@assay/identity';
import { compileSchema } from '@assay/json-schema';
import {
  type Clock,
  callName,
  type DurableRuns,
  type Failure,
  fail,
  isoTime,
  isUuid,
  ok,
  type Result,
} from '@assay/kernel';
import type { Question, QuestionStore } from './question.js';

export interface AnswerQuestionsPorts {
  readonly store: QuestionStore;
  /** Calls that were suspended until an answer comes. */
  readonly runs: Pick<DurableRuns, 'signal'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface QuestionPage {
  readonly status?: QuestionStatus | undefined;
  readonly after?: Pick<Question, 'askedAt' | 'id'> | undefined;
  readonly limit: number;
}

/** Questions, for those whose compositions ask and those who may answer. */
export class AnswerQuestions {
  readonly #ports: AnswerQuestionsPorts;

  constructor(ports: AnswerQuestionsPorts) {
    this.#ports = ports;
  }

  /** Newest first: those the caller asked, is asked, or may answer. */
  async list(caller: Caller, page: QuestionPage): Promise<readonly Question[]> {
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null) return [];
    return this.#ports.store.list({ organisationId, principalId, decides: mayDecide(caller), ...page });
  }

  async show(caller: Caller, id: string): Promise<Result<Question, Failure>> {
    const found = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    return found !== undefined && sees(caller, found)
      ? ok(found)
      : fail('not_found', `No question that you may see has the id "${id}".`);
  }

  /** Answers a question, once; an answer that does not fit leaves it open. */
  async answer(caller: Caller, id: string, answer: unknown): Promise<Result<Question, Failure>> {
    const { store, clock, runs } = this.#ports;
    const found = await this.show(caller, id);
    if (!found.ok) return found;
    const question = found.value;
    const refusal = whyNot(caller, question);
    if (refusal !== undefined) return fail('forbidden', refusal);
    if (question.status !== 'open') return closedAlready(question);
    const closedAt = clock.now();
    if (question.expiresAt <= closedAt)
      return fail('conflict', `The question expired at ${isoTime(question.expiresAt)}.`);
    const issues = compileSchema(question.schema)(answer);
    const [first] = issues;
    if (first !== undefined)
      return fail(
        'invalid_request',
        `The answer does not fit: ${first.path || 'it'} ${first.message}. The question is still open.`,
        {
          issues: issues.map((it) => ({ ...it, path: `/answer${it.path}` })),
        },
      );
    const closed = await store.close(id, { status: 'answered', closedAt, answeredBy: caller.principalId, answer });
    if (closed === undefined) return closedAlready((await store.find(id)) ?? question);
    await runs.signal([callName(id)]);
    return ok(closed);
  }
}

const sees = (caller: Caller, { organisationId, principalId, to }: Question): boolean =>
  organisationId === caller.organisationId &&
  (principalId === caller.principalId || (to === null ? mayDecide(caller) : to === caller.principalId));

function whyNot(caller: Caller, { to }: Question): string | undefined {
  if (caller.kind !== 'user') return 'Questions are answered by people: use the key of a principal of kind user.';
  if (to === null)
    return mayDecide(caller)
      ? undefined
      : 'This question is answered with a key of the scope approvals:decide that is not narrowed.';
  return to === caller.principalId ? undefined : 'Somebody else is asked.';
}

const closedAlready = ({ id, status }: Question) =>
  fail('conflict', `The question ${id} is ${status} already: GET /v1/questions/${id} shows it.`);
