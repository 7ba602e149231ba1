import type { AnswerQuestion, QuestionStatus, QuestionView } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import { AnswerQuestions, type Question } from '@assay/runs';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import type { PageQuery } from '../../edges/page.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';

/** Questions that compositions ask people. */
@Controller()
export class QuestionsController {
  constructor(
    @Inject(AnswerQuestions) private readonly questions: AnswerQuestions,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listQuestions')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { readonly status?: QuestionStatus }) {
    const { after, limit } = positionOf(query);
    const rows = await this.questions.list(caller, {
      status: query.status,
      ...(after !== null && { after: { askedAt: after.at, id: after.id } }),
      limit,
    });
    const { items, nextCursor } = timedPage(
      rows.map((question) => ({ question, id: question.id, createdAt: question.askedAt })),
      query,
    );
    return { items: items.map(({ question }) => this.#view(question)), nextCursor };
  }

  @Endpoint('showQuestion')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<QuestionView> {
    return this.#view(unwrap(await this.questions.show(caller, id)));
  }

  @Endpoint('answerQuestion')
  async answer(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { answer }: AnswerQuestion,
  ): Promise<QuestionView> {
    return this.#view(unwrap(await this.questions.answer(caller, id, answer)));
  }

  #view = ({ id, status, text, schema, to, principalId, workId, step, ...rest }: Question): QuestionView => ({
    ...{ id, status, question: text, schema: schema as Record<string, unknown>, runId: workId, step },
    to: to === null ? null : this.#nameOf(to),
    askedBy: this.#nameOf(principalId),
    askedAt: isoTime(rest.askedAt),
    expiresAt: isoTime(rest.expiresAt),
    closedAt: isoTimeOrNull(rest.closedAt),
    answeredBy: rest.answeredBy === null ? null : this.#nameOf(rest.answeredBy),
    ...(rest.answer !== undefined && { answer: rest.answer }),
  });

  #nameOf = (principalId: string): string => this.directory.principal(principalId)?.name ?? principalId;
}
