import type { EnqueuedTaskPromise, Task } from 'meilisearch';

/** A write that Meilisearch took and then could not carry out. */
export class MeiliTaskError extends Error {
  override readonly name = 'MeiliTaskError';
  /** Meilisearch's own word, such as `index_not_found`. */
  readonly code: string;

  constructor(task: Task) {
    const { code = 'canceled', message = 'it was cancelled' } = task.error ?? {};
    super(`Meilisearch could not do ${task.type} (task ${task.uid}): ${message}`);
    this.code = code;
  }
}

/** How long a write may take; a large batch waits for those before it. */
const taskWithinMs = 120_000;
const askEveryMs = 25;

/** Writes are queued and done later: resolves when this one is done. @throws MeiliTaskError when it failed. */
export async function done(enqueued: EnqueuedTaskPromise): Promise<Task> {
  const task = await enqueued.waitTask({ timeout: taskWithinMs, interval: askEveryMs });
  if (task.status !== 'succeeded') throw new MeiliTaskError(task);
  return task;
}

/** As `done`; what is not there needs no removing. */
export async function doneOrAbsent(enqueued: EnqueuedTaskPromise): Promise<void> {
  try {
    await done(enqueued);
  } catch (error) {
    if (codeOf(error) !== 'index_not_found') throw error;
  }
}

const keyRefused = new Set(['invalid_api_key', 'missing_authorization_header']);

/** What an error says to those who run the server. A refused key may be another one than they have before their eyes. */
export function reasonOf(error: unknown): string {
  if (keyRefused.has(codeOf(error) ?? '')) {
    return 'Meilisearch refuses the key: check MEILI_KEY, and that it has the rights that docs/search-engine.md lists.';
  }
  const { message = String(error), cause } = error as { message?: string; cause?: unknown };
  if (message.startsWith('Meilisearch ')) return message;
  const { code } = ((cause as { cause?: unknown } | undefined)?.cause ?? {}) as { code?: unknown };
  return `Meilisearch: ${message}${typeof code === 'string' ? ` (${code})` : ''}`;
}

/** Meilisearch's word for what went wrong, in an answer or in a task; undefined when it did not answer. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof MeiliTaskError) return error.code;
  const { cause } = error as { cause?: { code?: unknown } };
  return error instanceof Error && error.name === 'MeilisearchApiError' && typeof cause?.code === 'string'
    ? cause.code
    : undefined;
}
