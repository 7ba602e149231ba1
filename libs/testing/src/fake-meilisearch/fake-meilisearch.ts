import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeEngine } from './fake-engine.js';
import { Refusal } from './refusal.js';

/** The actions of a key that suffices for everything Assay does; docs/decisions/0026 tells operators of it. */
export const minActions = [
  'search',
  'documents.add',
  'documents.get',
  'documents.delete',
  'indexes.create',
  'indexes.delete',
  'indexes.swap',
  'settings.update',
  'stats.get',
  'tasks.get',
] as const;

type Action = (typeof minActions)[number];

interface Asked {
  readonly engine: FakeEngine;
  readonly uid: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface FakeRoute {
  readonly method: string;
  readonly path: RegExp;
  readonly action: Action;
  readonly status: number;
  readonly answer: (asked: Asked) => unknown;
}

const route = (
  method: string,
  path: RegExp,
  action: Action,
  status: number,
  answer: (asked: Asked) => unknown,
): FakeRoute => ({ method, path, action, status, answer });

const routes: readonly FakeRoute[] = [
  route('POST', /^\/multi-search$/, 'search', 200, ({ engine, body }) => engine.multiSearch(body)),
  route('POST', /^\/indexes$/, 'indexes.create', 202, ({ engine, body }) => engine.create(body)),
  route('DELETE', /^\/indexes\/(?<uid>[^/]+)$/, 'indexes.delete', 202, ({ engine, uid }) => engine.drop(uid)),
  route('PATCH', /^\/indexes\/(?<uid>[^/]+)\/settings$/, 'settings.update', 202, ({ engine, uid, body }) =>
    engine.configure(uid, body),
  ),
  route('POST', /^\/indexes\/(?<uid>[^/]+)\/documents$/, 'documents.add', 202, ({ engine, uid, query, body }) =>
    engine.put(uid, query.get('primaryKey'), body),
  ),
  route(
    'POST',
    /^\/indexes\/(?<uid>[^/]+)\/documents\/delete-batch$/,
    'documents.delete',
    202,
    ({ engine, uid, body }) => engine.remove(uid, body),
  ),
  route('GET', /^\/indexes\/(?<uid>[^/]+)\/documents$/, 'documents.get', 200, ({ engine, uid, query }) =>
    engine.documents(uid, query),
  ),
  route('GET', /^\/indexes\/(?<uid>[^/]+)\/documents\/(?<key>[^/]+)$/, 'documents.get', 200, ({ engine, uid, key }) =>
    engine.document(uid, key),
  ),
  route('GET', /^\/indexes\/(?<uid>[^/]+)\/stats$/, 'stats.get', 200, ({ engine, uid }) => engine.stats(uid)),
  route('POST', /^\/swap-indexes$/, 'indexes.swap', 202, ({ engine, body }) => engine.swap(body)),
  route('GET', /^\/tasks\/(?<key>\d+)$/, 'tasks.get', 200, ({ engine, key }) => engine.tasks.show(Number(key))),
];

/**
 * A server that answers the routes of Meilisearch that Assay uses, as its documentation has them, and strictly: what it
 * does not know is refused. For tests where there is no Meilisearch; ranking is a plain form of the real one.
 */
export class FakeMeilisearch {
  readonly #server: Server;
  #engine = new FakeEngine();
  #isSilent = false;
  readonly #unanswered: (() => void)[] = [];
  /** Requests it was asked, as `POST /multi-search`. */
  readonly asked: string[] = [];

  private constructor(private readonly key: string) {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(key = 'a-key-for-tests'): Promise<FakeMeilisearch> {
    const fake = new FakeMeilisearch(key);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get engine(): FakeEngine {
    return this.#engine;
  }

  /** From now on requests are taken and not answered; with `false` they are, and everything is as before. */
  silence(isSilent: boolean): void {
    this.#isSilent = isSilent;
    if (!isSilent) for (const answer of this.#unanswered.splice(0)) answer();
  }

  /** Everything it held is gone, as with a volume that was lost. */
  lose(): void {
    this.#engine = new FakeEngine();
  }

  /** Nobody listens any more; `start` again with `listenAgain`. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async listenAgain(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    this.asked.push(`${request.method} ${url.pathname}`);
    const text = await textOf(request);
    if (this.#isSilent) await new Promise<void>((resolve) => this.#unanswered.push(resolve));
    try {
      const found = this.#find(request, url);
      const body = text === '' ? undefined : (JSON.parse(text) as unknown);
      const { uid = '', key = '' } = found.groups;
      const answer = found.route.answer({ engine: this.#engine, uid, key, query: url.searchParams, body });
      send(response, found.route.status, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send(response, error.status, error.body);
    }
  }

  #find(request: IncomingMessage, url: URL) {
    if (request.headers.authorization !== `Bearer ${this.key}`) {
      throw new Refusal(403, 'invalid_api_key', 'The provided API key is invalid.');
    }
    for (const one of routes) {
      const match = request.method === one.method ? one.path.exec(url.pathname) : null;
      if (match !== null) return { route: one, groups: match.groups ?? {} };
    }
    throw new Refusal(404, 'not_found', `There is no ${request.method} ${url.pathname} here.`);
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
