import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashedVector, type Synonyms } from '@assay/kernel/testing';

/** How the fake behaves: correctly, or with one kind of failure. */
export type ModelMode =
  | 'well'
  | 'base64'
  | 'shuffled'
  | 'mute'
  | 'failing'
  | 'limited'
  | 'unauthorised'
  | 'unknown-model'
  | 'few'
  | 'odd-size'
  | 'not-json'
  | 'redirects'
  | 'cut-short'
  | 'new-limit'
  | 'no-schema';

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface FakeModelOptions {
  /** Default 64. */
  readonly dimensions?: number;
  readonly synonyms?: Synonyms;
  /** What the language model answers; by default it repeats the last message. */
  readonly answer?: (body: Record<string, unknown>) => string;
}

/** A small endpoint that speaks the wire shapes of embeddings and chat completions, on a free port of this machine. */
export class FakeModel {
  readonly requests: ModelRequest[] = [];
  mode: ModelMode = 'well';
  /** Bad behaviour ends after so many requests. */
  badTimes = Number.POSITIVE_INFINITY;
  dimensions: number;
  #server: Server | undefined;
  #url = '';

  constructor(private readonly options: FakeModelOptions = {}) {
    this.dimensions = options.dimensions ?? 64;
  }

  /** What the paths of the API follow. */
  get url(): string {
    return this.#url;
  }

  /** Texts that were embedded, in order. */
  get texts(): string[] {
    return this.requests.flatMap(({ path, body }) => (path.endsWith('/embeddings') ? (body.input as string[]) : []));
  }

  async start(port = 0): Promise<this> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    const path = request.url ?? '';
    this.requests.push({ path, headers: request.headers, body });
    const mode = this.badTimes > 0 ? this.mode : 'well';
    if (mode !== 'well') this.badTimes -= 1;
    const refused = refusal(mode, body, request.headers.authorization);
    if (mode === 'mute') return;
    if (refused !== undefined) {
      response.writeHead(refused.status, { 'content-type': 'application/json', ...refused.headers });
      response.end(refused.body ?? JSON.stringify({ error: { message: refused.says } }));
      return;
    }
    const answer = path.endsWith('/embeddings') ? this.#embeddings(body, mode) : this.#completion(body, mode);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  #embeddings(body: Record<string, unknown>, mode: ModelMode) {
    const texts = body.input as string[];
    const data = texts.map((text, index) => {
      const dimensions = mode === 'odd-size' && index > 0 ? this.dimensions + 1 : this.dimensions;
      const vector = hashedVector(text, dimensions, this.options.synonyms);
      const embedding = mode === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;
      return { object: 'embedding', index, embedding };
    });
    if (mode === 'shuffled') data.reverse();
    if (mode === 'few') data.pop();
    return {
      object: 'list',
      model: body.model,
      data,
      usage: { prompt_tokens: texts.length, total_tokens: texts.length },
    };
  }

  #completion(body: Record<string, unknown>, mode: ModelMode) {
    const messages = body.messages as { content: string }[];
    const content = this.options.answer?.(body) ?? messages.at(-1)?.content ?? '';
    const finish_reason = mode === 'cut-short' ? 'length' : 'stop';
    return {
      object: 'chat.completion',
      model: body.model,
      choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    };
  }
}

interface Refusal {
  readonly status: number;
  readonly says?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function refusal(mode: ModelMode, body: Record<string, unknown>, authorization = ''): Refusal | undefined {
  const refusals: Partial<Record<ModelMode, Refusal>> = {
    failing: { status: 503, says: 'overloaded' },
    limited: { status: 429, says: 'slow down', headers: { 'retry-after': '1' } },
    unauthorised: { status: 401, says: `the key in "${authorization}" is wrong` },
    'unknown-model': { status: 404, says: `no model ${body.model}` },
    'not-json': { status: 200, body: '{"data": [' },
    redirects: { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
  };
  if (mode === 'new-limit' && 'max_tokens' in body) {
    return { status: 400, says: "'max_tokens' is not supported; use 'max_completion_tokens'." };
  }
  if (mode === 'no-schema' && 'response_format' in body) {
    return { status: 400, says: `response_format is not known here, ${authorization}` };
  }
  return refusals[mode];
}
