import type { RunView } from '@assay/contracts';
import type { RunContext } from '@assay/runs';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortOnDisconnect } from '../../edges/abort-on-disconnect.js';
import { prefers } from '../../edges/prefers.js';
import { traceOf } from '../../edges/trace-id.js';

/** For a request that waits: the client may disconnect meanwhile. */
export function runContextOf(request: FastifyRequest, reply: FastifyReply): RunContext & { readonly isAsync: boolean } {
  const isAsync = prefers(request, 'respond-async');
  return { ...traceOf(request), isAsync, ...(!isAsync && { signal: abortOnDisconnect(reply).signal }) };
}

/** 202 with where to look again, of a run that has not ended. */
export function answerRun(run: RunView, reply: FastifyReply, isAsync = false): RunView {
  if (isAsync) void reply.header('preference-applied', 'respond-async');
  const isOpen = run.endedAt === null;
  void reply.status(isOpen ? HttpStatus.ACCEPTED : HttpStatus.OK).header('location', `/v1/runs/${run.id}`);
  return run;
}
