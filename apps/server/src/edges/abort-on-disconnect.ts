import type { FastifyReply } from 'fastify';

/** Aborts when the client closes the connection before it was answered. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortController {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller;
}
