import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { DocumentText } from './document-text.js';

const withinMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Since `src` and `dist` have the same folders, the built worker is found from both. */
const filename = fileURLToPath(new URL('../../dist/documents/document-worker.js', import.meta.url));

/** Reads documents in one thread, so that no file can block the kit or take its memory. */
export class Documents {
  #pool: Piscina<Uint8Array, DocumentText | null> | undefined;

  /** The text of a document; null when it is none, is damaged or encrypted, or takes more than 10 seconds or 256 MB. */
  async read(content: Uint8Array, signal: AbortSignal): Promise<DocumentText | null> {
    this.#pool ??= new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 30_000, resourceLimits });
    try {
      return await this.#pool.run(content, { signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]) });
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  close(): Promise<void> {
    return this.#pool?.close({ force: true }) ?? Promise.resolve();
  }
}
