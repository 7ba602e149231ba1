import { z } from 'zod';
import { answerQuestionSchema, questionSchema, questionStatuses } from '../questions.js';
import { cursor, define, listOf } from './route.js';

/** Questions that compositions ask people. */
export const questionsRoutes = define({
  listQuestions: {
    method: 'GET',
    path: '/v1/questions',
    tag: 'compositions',
    summary: 'List questions of compositions: those you asked and those you may answer, newest first',
    scope: 'authenticated',
    query: z.strictObject({ ...cursor, status: z.enum(questionStatuses).optional() }),
    answers: { 200: listOf(questionSchema) },
  },
  showQuestion: {
    method: 'GET',
    path: '/v1/questions/{id}',
    tag: 'compositions',
    summary: 'Show a question and its answer',
    scope: 'authenticated',
    answers: { 200: questionSchema },
  },
  answerQuestion: {
    method: 'POST',
    path: '/v1/questions/{id}/answer',
    tag: 'compositions',
    summary:
      'Answer a question; the composition continues. Only the user who is asked, or a user with approvals:decide',
    scope: 'authenticated',
    body: answerQuestionSchema,
    answers: { 200: questionSchema },
  },
});
