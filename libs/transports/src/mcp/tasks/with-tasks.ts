import type { Reply } from '@assay/gateway';
import { err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import type { Transport } from '@modelcontextprotocol/client';
import { badAnswer, rpcFailure } from '../failures.js';
import type { Handshake } from '../handshake.js';
import { type SessionAnswer, sessionLost } from '../session.js';
import { afterCreation, type RequestedTaskPorts } from './requested-task.js';
import type { Send } from './required-tasks.js';
import { briefly, pause } from './task-pace.js';
import { untilTaskEnds } from './upstream-task.js';
import { type CallsWithTasks, withRequiredTasks } from './with-required-tasks.js';

export type { CallsWithTasks } from './with-required-tasks.js';

/**
 * The requests of a session that no client takes part in: calls of tools that demand a task are made with one
 * (2025-11-25), and a task that the server makes of a call (2026-07-28) is followed to its end. Its questions have nobody
 * to answer them, which cancels it.
 */
export function withTasks(
  hands: Handshake<Transport>,
  ports: Omit<RequestedTaskPorts, 'send'>,
  send: Send,
): CallsWithTasks {
  if (!hands.modern) return withRequiredTasks(hands, ports, send);
  const follow = async (created: Record<string, unknown>, signal: AbortSignal): Promise<SessionAnswer> => {
    const { label, clock } = ports;
    let hasAsked = false;
    const request = async (method: string, params: object, until = signal): Promise<Result<Reply, Failure>> => {
      const answer = await send({ method, params: { ...params, _meta: hands.meta }, whole: true }, until);
      return afterCreation(label, answer as Result<Reply, Failure> | typeof sessionLost);
    };
    const ended = await untilTaskEnds(created, {
      ...{ label, request, signal },
      cancel: (taskId) => void request('tasks/cancel', { taskId }, briefly(clock)),
      ask: async (method) => {
        hasAsked = true;
        return { error: { code: -32_601, message: `Nobody is asked ${method} here.` } };
      },
      pause: (ms) => pause(clock, ms, signal),
    });
    if (!ended.ok) return ended;
    if ('result' in ended.value) return ok(ended.value.result);
    return err(hasAsked ? badAnswer(label, asksInTask) : rpcFailure(label, ended.value.error));
  };
  return {
    send: async (request, signal) => {
      const answer = await send(request, signal);
      if (answer === sessionLost || !answer.ok || !isObject(answer.value)) return answer;
      return answer.value.resultType === 'task' ? follow(answer.value, signal) : answer;
    },
    forget: () => {},
  };
}

const asksInTask =
  'the tool asks for further input in its task, which nobody can give here. Call it at the address of its server.';
