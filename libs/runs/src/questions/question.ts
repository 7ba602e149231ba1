import type { QuestionStatus } from '@assay/contracts';

/** No caller keeps people busy with more than this at a time. */
export const maxOpenQuestions = 1_000;

/** A question that a step of a composition asks a person. Times are milliseconds since the epoch. */
export interface Question {
  readonly id: string;
  readonly organisationId: string;
  /** Whose composition asks. */
  readonly principalId: string;
  /** Of the step that asks: made again, it finds this question. */
  readonly key: string;
  /** The run, or the call of a composition, that the step belongs to. */
  readonly workId: string;
  readonly step: string;
  readonly text: string;
  /** Of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The user who is asked; null: any user who may decide approvals. */
  readonly to: string | null;
  readonly status: QuestionStatus;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly closedAt: number | null;
  readonly answeredBy: string | null;
  /** Undefined until it is answered. */
  readonly answer?: unknown;
}

/** How a question ends. */
export type QuestionEnd = Pick<Question, 'closedAt' | 'answeredBy' | 'answer'> & {
  readonly status: Exclude<QuestionStatus, 'open'>;
};

export interface QuestionQuery {
  readonly organisationId: string;
  /** Those that this principal asked or is asked. */
  readonly principalId: string;
  /** And those that any decider may answer. */
  readonly decides: boolean;
  readonly status?: QuestionStatus | undefined;
  /** Only those that come after this one, newest first. */
  readonly after?: Pick<Question, 'askedAt' | 'id'> | undefined;
  readonly limit: number;
}

/** Questions; what is written is durable. */
export interface QuestionStore {
  /**
   * Keeps a question, or answers the one that was kept under its key; undefined when its caller has about
   * `maxOpenQuestions` open.
   */
  open(question: Question): Promise<Question | undefined>;
  find(id: string): Promise<Question | undefined>;
  /** Newest first. */
  list(query: QuestionQuery): Promise<readonly Question[]>;
  /** Closes an open one: of any number that close it at once, one does. Undefined when it is not open any more. */
  close(id: string, end: QuestionEnd): Promise<Question | undefined>;
  /** Forgets questions that were closed, or expired, before. */
  forget(before: number): Promise<number>;
}
