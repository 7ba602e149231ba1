import {
  maxOpenQuestions,
  type Question,
  type QuestionEnd,
  type QuestionQuery,
  type QuestionStore,
} from '../questions/question.js';

/** Questions without a database. */
export class InMemoryQuestionStore implements QuestionStore {
  readonly #all = new Map<string, Question>();

  async open(question: Question): Promise<Question | undefined> {
    const all = [...this.#all.values()];
    const known = all.find(({ key, principalId }) => key === question.key && principalId === question.principalId);
    if (known !== undefined) return known;
    const open = all.filter(({ principalId, status }) => principalId === question.principalId && status === 'open');
    if (open.length >= maxOpenQuestions) return undefined;
    this.#all.set(question.id, question);
    return question;
  }

  async find(id: string): Promise<Question | undefined> {
    return this.#all.get(id);
  }

  async list(query: QuestionQuery): Promise<readonly Question[]> {
    const { organisationId, principalId, decides, status, after, limit } = query;
    return [...this.#all.values()]
      .filter((it) => it.organisationId === organisationId && (status === undefined || it.status === status))
      .filter((it) => it.principalId === principalId || it.to === principalId || (decides && it.to === null))
      .filter((it) => after === undefined || (it.id !== after.id && newestFirst(after, it) < 0))
      .sort(newestFirst)
      .slice(0, limit);
  }

  async close(id: string, end: QuestionEnd): Promise<Question | undefined> {
    const present = this.#all.get(id);
    if (present?.status !== 'open') return undefined;
    const closed = { ...present, ...end };
    this.#all.set(id, closed);
    return closed;
  }

  async forget(before: number): Promise<number> {
    const gone = [...this.#all.values()].filter(({ closedAt, expiresAt }) => (closedAt ?? expiresAt) < before);
    for (const { id } of gone) this.#all.delete(id);
    return gone.length;
  }
}

const newestFirst = (a: Pick<Question, 'askedAt' | 'id'>, b: Pick<Question, 'askedAt' | 'id'>): number =>
  b.askedAt - a.askedAt || (a.id < b.id ? 1 : -1);
