// Tasks of the 2025-11-25 revision, for the test upstream in the mode `tasks`: all of its tools but `echo` must be called
// with one, and `echo` must not. Written by hand, like the upstream itself.
import { appendFileSync } from 'node:fs';
import { callTool } from './upstream-tools.mjs';

export const tasksCapability = { tasks: { cancel: {}, requests: { tools: { call: {} } } } };

const pollInterval = 20;
const needsTask = (name) => name !== 'echo';

export class Tasks {
  #tasks = new Map();
  #next = 1;

  /** @param file where the ids of cancelled tasks go, a line each */
  constructor(file) {
    this.file = file;
  }

  listed(tool) {
    return needsTask(tool.name) ? { ...tool, execution: { taskSupport: 'required' } } : tool;
  }

  takes(method, params) {
    return method.startsWith('tasks/') || (method === 'tools/call' && needsTask(params.name));
  }

  async answer({ method, params }, { answer, refuse, io }) {
    if (method === 'tools/call')
      return params.task === undefined ? refused(answer, params) : this.#create(params, answer, io);
    const task = this.#tasks.get(params.taskId);
    if (task === undefined) return refuse(-32602, `Task ${params.taskId} not found`);
    if (method === 'tasks/get') return answer(task.state);
    if (method === 'tasks/cancel') {
      task.state = { ...task.state, status: 'cancelled' };
      appendFileSync(this.file, `cancelled ${params.taskId}\n`);
      task.cancel?.();
      return answer(task.state);
    }
    if (method !== 'tasks/result') return refuse(-32601, `Method ${method} is not known here`);
    try {
      const result = await task.result;
      answer({ ...result, _meta: { 'io.modelcontextprotocol/related-task': { taskId: params.taskId } } });
    } catch (error) {
      refuse(error.code ?? -32603, error.message);
    }
  }

  #create({ name, arguments: input = {}, _meta: meta, task: { ttl } }, answer, io) {
    const taskId = `task-${this.#next++}`;
    const at = new Date().toISOString();
    const state = { taskId, status: 'working', createdAt: at, lastUpdatedAt: at, ttl, pollInterval };
    const task = { state };
    this.#tasks.set(taskId, task);
    answer({ task: state });
    const own = {
      onCancel: (run) => {
        task.cancel = run;
      },
      progress: (progress) => {
        const params = { progressToken: meta?.progressToken, ...progress };
        io.everywhere({ jsonrpc: '2.0', method: 'notifications/progress', params });
      },
    };
    const ends = (status) => {
      if (task.state.status === 'working') task.state = { ...task.state, status };
    };
    // The tool begins when the answer has left, so that one that ends the process does so in the middle of its task.
    task.result = new Promise((resolve) => setTimeout(resolve, pollInterval)).then(() =>
      callTool(name, input, { file: this.file, io: own, meta }),
    );
    task.result.then(
      (result) => ends(result.isError ? 'failed' : 'completed'),
      () => ends('failed'),
    );
  }
}

/** As the official library says it. */
const refused = (answer, { name }) =>
  answer({
    content: [
      { type: 'text', text: `MCP error -32601: Tool ${name} requires task augmentation (taskSupport: 'required')` },
    ],
    isError: true,
  });
