import type { Reply } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { LiveTasks } from './live-tasks.js';
import type { TaskCalls } from './task-calls.js';
import { legacyTask } from './task-view.js';

export interface SessionTask {
  /** Of the call, and so of the task. */
  readonly id: string;
  readonly caller: Caller;
  readonly session: string;
  readonly work: (signal: AbortSignal) => Promise<Reply>;
}

/** Begins a call that a session wants as a task (2025-11-25), and answers with the task at once. */
export async function beginSessionTask(
  { id, caller, session, work }: SessionTask,
  live: LiveTasks,
  calls: Pick<TaskCalls, 'adopt'>,
): Promise<Reply> {
  const principal = String(caller.principalId);
  if (!live.makeRoom(principal)) return tooMany;
  const controller = new AbortController();
  const ended = work(controller.signal);
  ended.catch(() => {});
  await calls.adopt(caller, id);
  const view = live.add(
    id,
    { principal, session },
    { pending: () => ({}), answer: () => {}, abort: () => controller.abort(), ended },
  );
  return { result: { task: legacyTask(view) } };
}

const tooMany: Reply = {
  error: { code: -32_603, message: 'Too many tasks are under way: try again when one has ended.' },
};
