import type { CodeBody, CodeTypes, CodeTypesBody, RunView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';

/** What code without a deadline of its own is given by the server, and how much longer the client waits, in ms. */
const defaultDeadlineMs = 30_000;
const answerMarginMs = 5_000;

/** Code that calls tools. `runs` shows, follows, resumes and cancels its runs. */
export class Code {
  constructor(private readonly connection: Connection) {}

  /** Runs code and returns when it has ended, or waits for a person. That it failed is in the run. */
  run(body: CodeBody, options: RequestOptions = {}): Promise<RunView> {
    const deadlineMs = body.deadlineMs ?? defaultDeadlineMs;
    const timeoutMs = options.timeoutMs ?? Math.max(this.connection.settings.timeoutMs, deadlineMs + answerMarginMs);
    return this.connection.request('runCode', { body }, { ...options, timeoutMs });
  }

  /** Starts a run of code and returns immediately. */
  start(body: CodeBody, options?: RequestOptions): Promise<RunView> {
    return this.connection.request('runCode', { body, prefer: 'respond-async' }, options);
  }

  /** TypeScript declarations of tools, within a token budget. */
  types(body: CodeTypesBody, options?: RequestOptions): Promise<CodeTypes> {
    return this.connection.request('codeTypes', { body }, options);
  }
}
