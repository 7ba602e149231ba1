import type { Logger } from 'pino';
import { answerRegistryProblem, isRegistryAddress } from '../../features/registry-api/registry-problem.js';
import { answerBodyError, isMcpAddress } from '../mcp/body-error.js';
import { answerProblem } from '../problem-answer.js';
import type { AnswerError } from './fastify-routes.js';

/** Answers errors as clients of the address expect them. */
export const answerErrorOf =
  (log: Logger): AnswerError =>
  (error, request, reply) => {
    if (isRegistryAddress(request.url)) return answerRegistryProblem(error, request, reply, log);
    // The handlers of MCP answer their own failures: what comes here failed before them.
    if (isMcpAddress(request.url)) return answerBodyError(error, request, reply);
    return answerProblem(error, request, reply, log);
  };
