import type { Page } from 'playwright-core';

export interface ConsoleEntry {
  readonly type: string;
  readonly text: string;
}

export interface NetworkEntry {
  readonly method: string;
  readonly url: string;
  readonly type: string;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  readonly failure: string | null;
}

export interface DialogEntry {
  readonly type: string;
  readonly message: string;
  readonly answer: 'accepted' | 'dismissed';
}

const kept = 200;
const maxText = 500;

function keep<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > kept) list.shift();
}

/** What a page said and loaded lately, bounded. Addresses keep no query: it may hold tokens. */
export class PageLog {
  readonly console: ConsoleEntry[] = [];
  readonly network: NetworkEntry[] = [];
  #pending = 0;

  constructor(page: Page) {
    page.on('console', (message) =>
      keep(this.console, { type: message.type(), text: message.text().slice(0, maxText) }),
    );
    page.on('pageerror', ({ message }) => keep(this.console, { type: 'exception', text: message.slice(0, maxText) }));
    page.on('request', () => {
      this.#pending += 1;
    });
    page.on('requestfinished', (request) => {
      this.#pending -= 1;
      void request.response().then(
        (response) => this.#note(request, response?.status() ?? null, null),
        () => this.#note(request, null, null),
      );
    });
    page.on('requestfailed', (request) => {
      this.#pending -= 1;
      this.#note(request, null, request.failure()?.errorText ?? 'failed');
    });
  }

  /** Requests under way. */
  get pending(): number {
    return Math.max(0, this.#pending);
  }

  #note(
    request: { method(): string; url(): string; resourceType(): string },
    status: number | null,
    failure: string | null,
  ): void {
    const url = request.url();
    const shown = url.startsWith('data:') ? 'data:…' : url.split(/[?#]/)[0]?.slice(0, maxText);
    keep(this.network, { method: request.method(), url: shown ?? '', type: request.resourceType(), status, failure });
  }
}
