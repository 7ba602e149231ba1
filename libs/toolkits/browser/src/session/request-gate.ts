import type { Page, Request, Route } from 'playwright-core';
import { exampleOrigin, examplePage } from './example-page.js';

/** Requests that only read, by their definition (RFC 9110, section 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface BlockedRequest {
  readonly method: string;
  readonly url: string;
  readonly why: string;
}

const maxBlocked = 20;
const maxUrl = 300;

/**
 * Decides on each request of a page. From an action on that states less than `submit`, until a new document or an action
 * that states it, the page sends nothing: what a script does on a click cannot be known beforehand.
 */
export class RequestGate {
  #holds = false;
  #blocked: BlockedRequest[] = [];

  get holds(): boolean {
    return this.#holds;
  }

  hold(): void {
    this.#holds = true;
  }

  open(): void {
    this.#holds = false;
  }

  note(request: BlockedRequest): void {
    if (this.#blocked.length < maxBlocked) this.#blocked.push(request);
  }

  /** What was blocked since it was last asked. */
  takeBlocked(): readonly BlockedRequest[] {
    const blocked = this.#blocked;
    this.#blocked = [];
    return blocked;
  }
}

const pageOf = (request: Request): Page | null => {
  try {
    return request.frame().page();
  } catch {
    // The first request of a page that a click opens: its page is not known yet.
    return null;
  }
};

/** Handles every request of a browser context; `gateOf` knows the gate of a page, `strictest` that of unknown ones. */
export async function decideRequest(
  route: Route,
  gateOf: (page: Page) => RequestGate | undefined,
  strictest: () => RequestGate | undefined,
): Promise<void> {
  const request = route.request();
  const url = request.url();
  const method = request.method();
  const page = pageOf(request);
  const gate = page === null ? strictest() : gateOf(page);
  const block = async (why: string): Promise<void> => {
    gate?.note({ method, url: url.slice(0, maxUrl), why });
    await route.abort('blockedbyclient');
  };
  if (!/^https?:/.test(url)) await block('only http and https are allowed');
  else if (gate?.holds && !safeMethods.has(method)) await block('it sends data, and the action did not state "submit"');
  else if (url.startsWith(`${exampleOrigin}/`))
    await route.fulfill({ contentType: 'text/html', body: examplePage(method, request.postData()) });
  else await route.continue();
}
