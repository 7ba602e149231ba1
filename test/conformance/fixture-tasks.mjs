// Tasks of the conformance fixture (extension `io.modelcontextprotocol/tasks`).
import { randomUUID } from 'node:crypto';
import { MissingRequiredClientCapabilityError, ProtocolError } from '@modelcontextprotocol/server';

export const tasksExtension = 'io.modelcontextprotocol/tasks';
const invalidParams = -32_602;

/** Tasks by id. */
const tasks = new Map();
const ttlMs = 600_000;

/** Runs `work` as a task; `ask` in it waits for an answer that the client gives to the task. */
export function newTask(work) {
  const now = new Date().toISOString();
  const task = {
    taskId: randomUUID(),
    status: 'working',
    createdAt: now,
    lastUpdatedAt: now,
    inputRequests: {},
    waiting: new Map(),
  };
  const settle = (status, members) => {
    if (['completed', 'failed', 'cancelled'].includes(task.status)) return;
    Object.assign(task, { status, lastUpdatedAt: new Date().toISOString() }, members);
  };
  const ask = (request) =>
    new Promise((resolve) => {
      const key = randomUUID();
      task.inputRequests[key] = request;
      task.waiting.set(key, resolve);
      settle('input_required');
    });
  task.answer = (key, response) => {
    const resolve = task.waiting.get(key);
    if (resolve === undefined) return;
    task.waiting.delete(key);
    delete task.inputRequests[key];
    if (task.waiting.size === 0) settle('working');
    resolve(response);
  };
  task.cancel = () => settle('cancelled');
  tasks.set(task.taskId, task);
  work(ask).then(
    (result) => settle('completed', { result: { resultType: 'complete', ...result } }),
    (error) => settle('failed', { error: { code: -32_603, message: error.message } }),
  );
  return { resultType: 'task', ...shown(task) };
}

const shown = ({ taskId, status, createdAt, lastUpdatedAt }) => ({
  taskId,
  status,
  createdAt,
  lastUpdatedAt,
  ttlMs,
  pollIntervalMs: 100,
});

const detailed = (task) => ({
  ...shown(task),
  ...(task.status === 'input_required' && { inputRequests: task.inputRequests }),
  ...(task.status === 'completed' && { result: task.result }),
  ...(task.status === 'failed' && { error: task.error }),
});

export const declaresTasks = (capabilities) => capabilities.extensions?.[tasksExtension] !== undefined;
export const needsTasks = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });

/** The protocol library knows these of another revision only, and refuses them in this one. */
export const taskRequests = {
  'tasks/get': (task) => detailed(task),
  'tasks/update': (task, { inputResponses = {} }) => {
    for (const [key, response] of Object.entries(inputResponses)) task.answer(key, response);
    return {};
  },
  'tasks/cancel': (task) => {
    task.cancel();
    return {};
  },
};

export function taskOf(taskId) {
  const task = tasks.get(taskId);
  if (task === undefined) throw new ProtocolError(invalidParams, `There is no task ${taskId}.`);
  return task;
}
