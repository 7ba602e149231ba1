import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Answers an error in the words of the address it happened at. */
export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Routes beside the framework's: each in a scope of its own, which answers errors as everywhere. */
export class FastifyRoutes {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly answerError: AnswerError,
  ) {}

  async serve(register: (scope: FastifyInstance) => void | Promise<void>): Promise<void> {
    const fastify: FastifyInstance = this.host.httpAdapter.getInstance();
    await fastify.register(async (scope) => {
      scope.setErrorHandler((error, request, reply) => this.answerError(error, request, reply));
      await register(scope);
    });
  }
}
