import { Refusal } from '@assay/kit';
import { MongoSource } from '../mongo/mongo-source.js';
import { QueryRefusal } from '../query-refusal.js';
import type { Schema } from '../schema/schema.js';
import type { SqlSource } from '../sql-source.js';
import { type DatabaseSettings, sqliteFile } from './settings.js';

/** Milliseconds for which a schema that was read is used again. */
const schemaForMs = 60_000;

interface Opened {
  readonly source: SqlSource;
  schema: { readonly read: Promise<Schema>; readonly at: number } | null;
}

/** The registered databases. Each is opened, and its driver loaded, at its first use. */
export class Databases {
  readonly #opened = new Map<string, Promise<Opened>>();

  readonly #mongo = new Map<string, MongoSource>();

  constructor(
    readonly all: readonly DatabaseSettings[],
    /** Milliseconds on a clock that never goes back. */
    private readonly now: () => number = () => performance.now(),
    private readonly open: (settings: DatabaseSettings) => Promise<SqlSource> = openSource,
  ) {}

  find(name: string): DatabaseSettings {
    const found = this.all.find((it) => it.name === name);
    if (found !== undefined) return found;
    const names = this.all.map((it) => it.name).join(', ');
    throw new Refusal(`There is no database "${name.slice(0, 100)}". The databases: ${names}.`);
  }

  async source(name: string): Promise<SqlSource> {
    return (await this.#open(name)).source;
  }

  /** Read again after a minute, or when `fresh` is wanted. */
  async schema(name: string, signal: AbortSignal, fresh = false): Promise<Schema> {
    const opened = await this.#open(name);
    const { schema } = opened;
    if (!fresh && schema !== null && this.now() - schema.at < schemaForMs) return schema.read;
    const read = opened.source.schema(signal);
    opened.schema = { read, at: this.now() };
    read.catch(() => {
      opened.schema = null;
    });
    return read;
  }

  /** A MongoDB database; its driver is loaded at the first operation. */
  mongo(name: string): MongoSource {
    const { kind, url } = this.find(name);
    if (kind !== 'mongodb') throw new QueryRefusal('not_allowed', `"${name}" is not a MongoDB database: use query.`);
    const known = this.#mongo.get(name) ?? new MongoSource(url);
    this.#mongo.set(name, known);
    return known;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#mongo.values()].map((it) => it.close()));
    const opened = await Promise.allSettled(this.#opened.values());
    await Promise.all(opened.map((it) => (it.status === 'fulfilled' ? it.value.source.close() : null)));
  }

  #open(name: string): Promise<Opened> {
    const settings = this.find(name);
    if (settings.kind === 'mongodb')
      throw new QueryRefusal(
        'not_allowed',
        `"${name}" is a MongoDB database: use describe_collections, find and aggregate.`,
      );
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    const opening = this.open(settings).then((source) => ({ source, schema: null }));
    this.#opened.set(name, opening);
    opening.catch(() => this.#opened.delete(name));
    return opening;
  }
}

/** Opens a database with the driver of its kind. */
export async function openSource({ kind, url, writerUrl, scratchUrl }: DatabaseSettings): Promise<SqlSource> {
  if (kind === 'postgresql')
    return (await import('../postgres/open-postgres.js')).openPostgres({ url, writerUrl, scratchUrl });
  if (kind === 'sqlite')
    return (await import('../sqlite/open-sqlite.js')).openSqlite({ file: sqliteFile(url), writes: writerUrl !== null });
  const { openMysql } = await import('../mysql/open-mysql.js');
  return openMysql({ kind: kind as 'mysql' | 'mariadb', url, writerUrl, scratchUrl });
}
