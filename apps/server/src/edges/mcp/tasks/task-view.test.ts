import { describe, expect, it } from '@jest/globals';
import { createdTask, declaresTasks, detailedTask, isTaskMethod, legacyTask, type TaskView } from './task-view.js';

const at = Date.UTC(2026, 10, 24);
const view = (parts: Partial<TaskView>): TaskView => ({
  ...{ id: 't', status: 'working', createdAt: at, updatedAt: at },
  ...parts,
});

describe('a task on the wire', () => {
  it('has its times, how long it is kept and how often to look', () => {
    const time = '2026-11-24T00:00:00.000Z';
    const base = { taskId: 't', status: 'working', createdAt: time, lastUpdatedAt: time };
    expect(createdTask(view({}))).toEqual({ ...base, resultType: 'task', ttlMs: 3_600_000, pollIntervalMs: 500 });
    expect(legacyTask(view({}))).toEqual({ ...base, ttl: 3_600_000, pollInterval: 500 });
  });

  it('carries what belongs to its state, and nothing else', () => {
    const inputRequests = { name: { method: 'elicitation/create' } };
    const result = { content: [] };
    const error = { code: -32_603, message: 'No.' };
    const members = (it: TaskView) => {
      const { inputRequests: asked, result: done, error: failed } = detailedTask(it);
      return { asked, done, failed };
    };
    expect(members(view({ status: 'input_required', inputRequests }))).toEqual({ asked: inputRequests });
    expect(members(view({ status: 'completed', reply: { result } }))).toEqual({
      done: { resultType: 'complete', ...result },
    });
    expect(members(view({ status: 'failed', reply: { error } }))).toEqual({ failed: error });
    expect(members(view({ status: 'cancelled' }))).toEqual({});
  });

  it('works on for a client that cannot be asked what is needed', () => {
    expect(detailedTask(view({ status: 'input_required' })).status).toBe('working');
    expect(legacyTask(view({ status: 'input_required' })).status).toBe('input_required');
  });
});

it('is wanted by clients that declare the extension', () => {
  expect(declaresTasks({ extensions: { 'io.modelcontextprotocol/tasks': {} } })).toBe(true);
  expect(declaresTasks({ extensions: {} })).toBe(false);
  expect(declaresTasks({ tasks: {} })).toBe(false);
});

it('is what methods of its own are about', () => {
  expect(['tasks/get', 'tools/call', undefined].map(isTaskMethod)).toEqual([true, false, false]);
});
