import { errorTable } from '@assay/contracts';
import type { Members, Reply } from '@assay/gateway';
import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

type RequestId = string | number;

/**
 * The HTTP response to one plain call: one JSON document, or a stream when the server reports something before the
 * result.
 */
export class DirectAnswer {
  readonly #reply: FastifyReply;
  readonly #headers: Readonly<Record<string, string>>;
  #isStream = false;

  constructor(reply: FastifyReply, headers: Readonly<Record<string, string>> = {}) {
    this.#reply = reply;
    this.#headers = headers;
  }

  /** Sends a message before the result. */
  notify(message: Members): void {
    const { raw } = this.#reply;
    if (raw.destroyed || raw.writableEnded) return;
    if (!this.#isStream) {
      this.#isStream = true;
      this.#reply.hijack();
      raw.writeHead(200, { ...this.#headers, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    }
    raw.write(eventOf(JSON.stringify(message)));
  }

  /** Sends the result, or the error. */
  end(id: RequestId, reply: Reply): void {
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...reply });
    if (this.#isStream) this.#reply.raw.end(eventOf(text));
    else
      void this.#reply
        .status(statusOf(reply))
        .headers({ ...this.#headers, 'content-type': 'application/json' })
        .send(text);
  }
}

/** The 2026-07-28 revision answers these with a status of their own: a header that disagrees, a capability that is missing. */
const refusedByStatus = new Set([-32_020, -32_021]);

const statusOf = (reply: Reply): number =>
  'error' in reply && refusedByStatus.has(reply.error.code) ? errorTable.malformed_request.http : HttpStatus.OK;

const eventOf = (text: string): string => `event: message\ndata: ${text}\n\n`;
