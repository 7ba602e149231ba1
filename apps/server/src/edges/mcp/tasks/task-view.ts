import type { Members, Reply } from '@assay/gateway';
import { hourMs, isObject, isoTime } from '@assay/kernel';

/** How the extension names itself in capabilities (2026-07-28). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';
/** Under which a result of the 2025-11-25 revision names its task. */
export const relatedTask = 'io.modelcontextprotocol/related-task';

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A task as its client sees it, in either revision. */
export interface TaskView {
  readonly id: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** What the client is asked, by key. */
  readonly inputRequests?: Members;
  /** Of a task that has ended otherwise than by being cancelled. */
  readonly reply?: Reply;
}

export const isOver = ({ status }: TaskView): boolean => status !== 'working' && status !== 'input_required';

/** How long a task can be read after it ended, and how often to ask, in ms. */
export const ttlMs = hourMs;
const pollIntervalMs = 500;

const common = ({ id, status, statusMessage, createdAt, updatedAt }: TaskView): Members => ({
  taskId: id,
  status,
  ...(statusMessage !== undefined && { statusMessage }),
  createdAt: isoTime(createdAt),
  lastUpdatedAt: isoTime(updatedAt),
});

/** In the stateless revision a task whose client cannot be asked what is needed works on: its message says for what. */
const asked = (view: TaskView): TaskView =>
  view.status === 'input_required' && view.inputRequests === undefined ? { ...view, status: 'working' } : view;

const task = (view: TaskView): Members => ({ ...common(view), ttlMs, pollIntervalMs });

/** The result of a call that continues as a task (2026-07-28). */
export const createdTask = (view: TaskView): Members => ({ resultType: 'task', ...task(asked(view)) });

/** The result of `tasks/get` (2026-07-28). */
export function detailedTask(view: TaskView): Members {
  const { inputRequests, reply } = view;
  const { status, ...shown } = task(asked(view));
  return {
    status,
    ...shown,
    ...(status === 'input_required' && inputRequests && { inputRequests }),
    ...(status === 'completed' &&
      reply &&
      'result' in reply && { result: { resultType: 'complete', ...reply.result } }),
    ...(status === 'failed' && reply && 'error' in reply && { error: reply.error }),
  };
}

/** A task in the 2025-11-25 revision. */
export const legacyTask = (view: TaskView): Members => ({ ...common(view), ttl: ttlMs, pollInterval: pollIntervalMs });

/** Whether a client declares, in the envelope of a request, that a call may continue as a task. */
export const declaresTasks = (capabilities: Members): boolean =>
  isObject(capabilities.extensions) && isObject(capabilities.extensions[tasksExtension]);

export const isTaskMethod = (method: unknown): method is string =>
  typeof method === 'string' && method.startsWith('tasks/');
