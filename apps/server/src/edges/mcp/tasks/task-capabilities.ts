import type { Members } from '@assay/gateway';
import type { Tool } from '@modelcontextprotocol/server';
import { tasksExtension } from './task-view.js';

/** What a server says of tasks in its capabilities: 2026-07-28 knows them as an extension. */
export const taskCapabilities = (revision: 'sessionful' | 'stateless'): Members =>
  revision === 'stateless'
    ? { extensions: { [tasksExtension]: {} } }
    : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };

/** A tool as sessions list it: its client may want its calls as tasks. */
export const maybeTask = (tool: Tool): Tool => ({ ...tool, execution: { taskSupport: 'optional' } });
