import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stdioUpstream, type UpstreamMode } from '@assay/testing';
import { outsideOf } from './installation.js';
import { descendantsOf, type Seen } from './processes.js';
import type { Server } from './server.js';

/** What a finished call answers, as far as these tests look. */
export interface Envelope {
  readonly id: string;
  readonly status: string;
  readonly output?: unknown;
}

const tools = ['echo', 'count', 'slow', 'hang', 'whoami'] as const;

/** A tool server over stdio behind Assay: it writes down every effect in a file that outlives everybody. */
export class Upstream {
  private readonly file: string;

  constructor(
    home: string,
    private readonly mode: UpstreamMode = 'plain',
  ) {
    this.file = join(outsideOf(home), 'effects.txt');
  }

  /** Imports it, once for an installation. */
  async importInto({ api }: Server): Promise<void> {
    await api.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
    const source = { mcp: stdioUpstream(this.mode, this.file) };
    const proposed = await api.expect<{ id: string }>(201, 'POST', '/v1/imports', {
      namespace: 'chaos',
      server: 'upstream',
      source,
    });
    await api.expect(200, 'POST', `/v1/imports/${proposed.id}/confirm`, { include: tools.map(qualified) });
    // Two hundred workers call more within a minute than a version in the sandbox is for.
    await api.expect(200, 'PUT', '/v1/limits/sandbox.calls.own/*', { limit: 1_000_000_000 });
  }

  /** One call; undefined when the connection broke before the answer. */
  call = (
    { api }: Server,
    tool: (typeof tools)[number],
    input: Readonly<Record<string, unknown>>,
    more: Readonly<Record<string, unknown>> = {},
  ) => api.attempt<Envelope>('POST', '/v1/invocations', { tool: qualified(tool), input, ...more });

  /** The process that serves this caller, as the machine sees it: in its sandbox it has another number. */
  async process(server: Server): Promise<Seen> {
    const answer = await this.call(server, 'whoami', {});
    const found = descendantsOf(server.process.pid).find(({ command }) => /^\S*node \S*upstream\.mjs /.test(command));
    if (found === undefined) throw new Error(`No upstream runs: ${JSON.stringify(answer?.body)}`);
    return found;
  }

  /** Every effect there has been, in order. */
  effects = (): string[] => (existsSync(this.file) ? readFileSync(this.file, 'utf8').split('\n').filter(Boolean) : []);
}

const qualified = (tool: string): string => `chaos/upstream.${tool}`;
