import { err } from '@assay/kernel';
import type { Transport } from '@modelcontextprotocol/client';
import type { Handshake } from '../handshake.js';
import { sessionLost } from '../session.js';
import { callWithTask, type RequestedTaskPorts } from './requested-task.js';
import { RequiredTasks, type Send } from './required-tasks.js';

export interface CallsWithTasks {
  /** Sends a request; a call of a tool that must be a task becomes one and is followed to its end. */
  readonly send: Send;
  /** The server's list of tools has changed. */
  readonly forget: () => void;
}

/** The requests of a session as they are, save calls of tools that demand a task (2025-11-25). */
export function withRequiredTasks(
  { client, modern }: Handshake<Transport>,
  ports: Omit<RequestedTaskPorts, 'send'>,
  send: Send,
): CallsWithTasks {
  // In 2026-07-28 the server decides which calls are tasks.
  if (modern) return { send, forget: () => {} };
  const required = new RequiredTasks(client, send);
  return {
    send: async (request, signal) => {
      const asTask = await required.has(request, signal);
      if (asTask.ok) return asTask.value ? callWithTask(request, signal, { ...ports, send }) : send(request, signal);
      const why = asTask.error;
      return why === sessionLost ? why : err({ ...why.error, outcome: 'none' });
    },
    forget: () => required.forget(),
  };
}
