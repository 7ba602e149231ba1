import { err, isObject, ok, type Result } from '@assay/kernel';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../json-rpc.js';
import type { SessionAnswer, SessionRequest } from '../session.js';

/** Sends one request on a session. */
export type Send = (request: SessionRequest, signal: AbortSignal) => Promise<SessionAnswer>;

/** An answer that is none: the session was lost, or the request failed. */
export type Unanswered = Exclude<SessionAnswer, { readonly ok: true }>;

const maxPages = 100;

/**
 * Which tools of a session's server must be called with a task (2025-11-25, `execution.taskSupport: required`). The
 * list of tools is read once, at the first call, and only from servers that declare tasks for calls.
 */
export class RequiredTasks {
  #names: ReadonlySet<string> | undefined;

  constructor(
    private readonly client: Client,
    private readonly send: Send,
  ) {}

  /** The server's list has changed: it is read again at the next call. */
  forget(): void {
    this.#names = undefined;
  }

  /** Whether a request is the call of such a tool, or what kept the list from being read. */
  async has({ method, params }: SessionRequest, signal: AbortSignal): Promise<Result<boolean, Unanswered>> {
    if (method !== 'tools/call' || !takesTasks(this.client)) return ok(false);
    if (this.#names === undefined) {
      const names = await readNames(this.send, signal);
      if (!names.ok) return names;
      this.#names = names.value;
    }
    return ok(this.#names.has(String(params.name)));
  }
}

const takesTasks = (client: Client): boolean => {
  const { tasks } = (client.getServerCapabilities() ?? {}) as { tasks?: { requests?: { tools?: { call?: unknown } } } };
  return isObject(tasks?.requests?.tools?.call);
};

async function readNames(send: Send, signal: AbortSignal): Promise<Result<ReadonlySet<string>, Unanswered>> {
  const names = new Set<string>();
  let cursor: unknown;
  for (let page = 0; page < maxPages; page++) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const answer = await send({ method: 'tools/list', params }, signal);
    if (typeof answer === 'symbol' || !answer.ok) return err(answer);
    const { tools, nextCursor } = answer.value as JsonObject;
    for (const tool of Array.isArray(tools) ? tools : []) if (mustBeTask(tool)) names.add(tool.name);
    if (typeof nextCursor !== 'string' || nextCursor === '') break;
    cursor = nextCursor;
  }
  return ok(names);
}

const mustBeTask = (tool: unknown): tool is { readonly name: string } =>
  isObject(tool) &&
  typeof tool.name === 'string' &&
  isObject(tool.execution) &&
  tool.execution.taskSupport === 'required';
