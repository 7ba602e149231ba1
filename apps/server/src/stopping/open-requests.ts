import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as far as this has to know it; `body` once it has been read. */
export interface OpenRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
}

interface Open {
  readonly request: OpenRequest;
  readonly response: ServerResponse;
}

/**
 * The HTTP requests that are being answered. Streams of events are open as long as their clients want; they do not keep
 * the server from stopping, and their clients come back elsewhere when they end.
 */
export class OpenRequests {
  readonly #open = new Set<Open>();
  #isDraining = false;
  #onChange: () => void = () => undefined;

  add(request: OpenRequest, response: ServerResponse): void {
    const open = { request, response };
    this.#open.add(open);
    // Hijacked responses write their own heads, which these headers are merged into.
    if (this.#isDraining) response.setHeader('connection', 'close');
    response.once('close', () => {
      this.#open.delete(open);
      this.#onChange();
    });
  }

  /** From now on each connection is closed with its next answer, so that clients connect elsewhere. */
  drain(): void {
    this.#isDraining = true;
    for (const { response } of this.#open) if (!response.headersSent) response.setHeader('connection', 'close');
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** How many are to be answered, streams left out. */
  get underWay(): number {
    return [...this.#open].filter((it) => !isStream(it.request)).length;
  }

  endStreams(): void {
    for (const { request, response } of this.#open) if (isStream(request)) response.end();
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
