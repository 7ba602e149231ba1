import type { Db, Document, MongoClient } from 'mongodb';
import { type QueryBounds, queryBounds } from '../gate/bounds.js';
import { QueryRefusal } from '../query-refusal.js';
import { shownValue } from '../values.js';
import { checkExpression, checkPipeline, hasCondition, type Stage } from './check-pipeline.js';

export interface Documents {
  readonly documents: Readonly<Record<string, unknown>>[];
  readonly truncated: boolean;
}

export interface Find {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly projection: Readonly<Record<string, unknown>>;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  readonly skip: number;
}

/** A MongoDB database, or one that speaks its protocol: read by `find` and by pipelines of allowed stages. */
export class MongoSource {
  #client: Promise<MongoClient> | null = null;

  constructor(
    private readonly url: string,
    private readonly bounds: QueryBounds = queryBounds,
  ) {}

  async collections(): Promise<string[]> {
    const listed = await this.#do((db) => db.listCollections({}, { nameOnly: true }).toArray());
    return listed
      .map((it) => it.name)
      .filter((it) => !it.startsWith('system.'))
      .sort();
  }

  estimatedCount(collection: string): Promise<number> {
    return this.#do((db) => db.collection(collection).estimatedDocumentCount({ maxTimeMS: this.bounds.timeoutMs }));
  }

  /** The first documents of a collection, for its shape. */
  sample(collection: string, count: number): Promise<Document[]> {
    return this.#do((db) =>
      db.collection(collection).find({}, { limit: count, maxTimeMS: this.bounds.timeoutMs }).toArray(),
    );
  }

  async find(collection: string, { filter, projection, sort, skip }: Find, signal: AbortSignal): Promise<Documents> {
    await this.#requireCollection(collection);
    for (const part of [filter, projection, sort]) checkExpression(part);
    await this.#requireSmall(collection, Object.keys(filter).length > 0 || Object.keys(sort).length === 0);
    const options = { projection, sort, skip, limit: this.bounds.maxRows + 1, maxTimeMS: this.bounds.timeoutMs };
    return this.#read((db) => db.collection(collection).find(filter, options), signal);
  }

  async aggregate(collection: string, pipeline: readonly Stage[], signal: AbortSignal): Promise<Documents> {
    const collections = await this.#requireCollection(collection);
    checkPipeline(pipeline, new Set(collections));
    await this.#requireSmall(collection, hasCondition(pipeline));
    const options = { maxTimeMS: this.bounds.timeoutMs, allowDiskUse: false };
    const limited = [...pipeline, { $limit: this.bounds.maxRows + 1 }];
    return this.#read((db) => db.collection(collection).aggregate(limited as Document[], options), signal);
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    await client?.close(true);
  }

  async #requireCollection(name: string): Promise<string[]> {
    const names = await this.collections();
    if (names.includes(name)) return names;
    throw new QueryRefusal('unknown_name', `There is no collection "${name.slice(0, 100)}".`, {
      similar: names.slice(0, 20),
    });
  }

  async #requireSmall(collection: string, hasCondition: boolean): Promise<void> {
    if (hasCondition) return;
    const rows = await this.estimatedCount(collection);
    const { largeTableRows } = this.bounds;
    if (rows > largeTableRows)
      throw new QueryRefusal(
        'query_too_complex',
        `"${collection}" has about ${rows} documents and is read without a condition.`,
        { estimatedRows: rows, largeTableRows },
      );
  }

  /** Documents until the bounds; the cursor is closed, which ends the operation on the server. */
  #read(
    open: (db: Db) => AsyncIterable<Document> & { close(): Promise<void> },
    signal: AbortSignal,
  ): Promise<Documents> {
    return this.#do(async (db) => {
      const cursor = open(db);
      const onAbort = () => void cursor.close().catch(() => {});
      signal.addEventListener('abort', onAbort, { once: true });
      const documents: Record<string, unknown>[] = [];
      let bytes = 0;
      try {
        for await (const document of cursor) {
          const shown = plain(document) as Record<string, unknown>;
          bytes += JSON.stringify(shown).length;
          if (documents.length === this.bounds.maxRows || bytes > this.bounds.maxBytes)
            return { documents, truncated: true };
          documents.push(shown);
        }
        signal.throwIfAborted();
        return { documents, truncated: false };
      } finally {
        signal.removeEventListener('abort', onAbort);
        await cursor.close().catch(() => {});
      }
    });
  }

  async #do<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#client ??= connect(this.url, this.bounds.timeoutMs);
    try {
      return await work((await this.#client).db());
    } catch (error) {
      throw refusalOf(error, this.bounds.timeoutMs);
    }
  }
}

async function connect(url: string, timeoutMs: number): Promise<MongoClient> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs + 1_000,
    maxPoolSize: 6,
    retryWrites: false,
    appName: 'assay-database',
    ignoreUndefined: true,
  });
  return client.connect();
}

/** Object ids, decimals and dates as text; nested documents as they are. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array)
    return shownValue(value, 4_000).value;
  const named = (value as { _bsontype?: unknown })._bsontype;
  if (typeof named === 'string') return named === 'Binary' ? '(binary)' : String(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** An error of the server as its code. */
function refusalOf(error: unknown, timeoutMs: number): unknown {
  const { code, codeName, name } = error as { code?: unknown; codeName?: unknown; name?: unknown };
  if (codeName === 'MaxTimeMSExpired' || code === 50 || name === 'MongoNetworkTimeoutError')
    return new QueryRefusal('execution_timeout', `The operation took longer than ${timeoutMs} ms and was ended.`, {
      timeoutMs,
    });
  if (name === 'MongoServerSelectionError' || name === 'MongoNetworkError' || code === 18)
    return new QueryRefusal('unavailable', 'The database cannot be reached, or refuses the credential of this kit.');
  if (name === 'MongoServerError')
    return new QueryRefusal('execution_error', `MongoDB refused the operation (${String(codeName ?? code)}).`, {
      code: code ?? null,
    });
  return error;
}
