/** Requests to a running Assay over kept connections, cheap enough not to be what is measured. */
import { Agent, request } from 'node:http';

export class Requests {
  #agent;
  #headers;

  constructor({ url, apiKey }, connections) {
    this.url = new URL(url);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  }

  post(path, body) {
    return this.send('POST', path, body);
  }

  /** Resolves to `{status, text}`. */
  send(method, path, body) {
    const bytes = Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: this.url.hostname,
          port: this.url.port,
          path,
          method,
          agent: this.#agent,
          headers: { ...this.#headers, 'content-length': bytes.length },
        },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  }

  /** The parsed body of an answer of this status; throws what came instead. */
  async expect(status, path, body) {
    const answer = await this.post(path, body);
    if (answer.status === status) return JSON.parse(answer.text);
    throw new Error(`POST ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  }

  close() {
    this.#agent.destroy();
  }
}
