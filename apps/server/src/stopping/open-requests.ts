import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as far as this has to know it; `body` once it has been read. */
export interface OpenRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
}

/**
 * The HTTP requests that are being answered. Streams of events are open as long as their clients want; they do not keep
 * the server from stopping, and their clients come back elsewhere when they end.
 */
export class OpenRequests {
  readonly #open = new Map<ServerResponse, OpenRequest>();
  #isDraining = false;
  #onChange: () => void = () => undefined;
  /** One listener for all responses, each of which is `this` in it. */
  readonly #closed: (this: ServerResponse) => void;

  constructor() {
    const close = (response: ServerResponse) => {
      if (this.#open.delete(response)) this.#onChange();
    };
    this.#closed = function () {
      close(this);
    };
  }

  add(request: OpenRequest, response: ServerResponse): void {
    this.#open.set(response, request);
    // Hijacked responses write their own heads, which these headers are merged into.
    if (this.#isDraining) response.setHeader('connection', 'close');
    response.on('close', this.#closed);
  }

  /** From now on each connection is closed with its next answer, so that clients connect elsewhere. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open.keys()) if (!response.headersSent) response.setHeader('connection', 'close');
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** How many are to be answered, streams left out. */
  get underWay(): number {
    return [...this.#open.values()].filter((it) => !isStream(it)).length;
  }

  endStreams(): void {
    for (const [response, request] of this.#open) if (isStream(request)) response.end();
  }

  /** Called whenever a request has been answered. */
  onChange(run: () => void): void {
    this.#onChange = run;
  }
}

/** Streams of MCP and of events, which end with their client. */
function isStream({ raw, body }: OpenRequest): boolean {
  const [path = ''] = (raw.url ?? '').split('?');
  if (raw.method === 'GET') return path.endsWith('/events') || (raw.headers.accept ?? '').includes('text/event-stream');
  return (
    (body as { method?: unknown } | null | undefined)?.method === 'subscriptions/listen' && path.startsWith('/mcp')
  );
}
