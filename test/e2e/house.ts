import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/config';
import type { CreatedKey, CreateKey } from '@assay/contracts';
import type { Clock } from '@assay/kernel';
import { createTestDatabase } from '@assay/persistence';
import { type Application, createLogger, PublishKits, startApplication } from '@assay/server';
import pg from 'pg';
import { Client } from './client.js';

/** A whole server in this process, on a database and in a home of its own. */
export interface House {
  readonly url: string;
  readonly home: string;
  readonly adminKey: string;
  readonly admin: Client;
  readonly anonymous: Client;
  readonly application: Application;
  /** Everything logged so far, on the most talkative level. */
  logs(): string;
  client(key: string): Client;
  /** A key of `default` for a principal with that name; an agent and a caller by default. */
  key(name: string, parts?: Partial<CreateKey>): Promise<string>;
  as(name: string, parts?: Partial<CreateKey>): Promise<Client>;
  sql<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Stops the server and starts another in the same home on the same database; `changed` is what its operator changed. */
  restart(changed?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Few tests need the tools that ship, and publishing them is half of the work of a start. */
const basics = { PORT: '0', ASSAY_KITS: 'none' };

/** Starts a server on any free port. `env` is what its operator has set; `clock` tells the time when not the machine's. */
export async function startHouse(env: Readonly<Record<string, string>> = {}, clock?: Clock): Promise<House> {
  const home = mkdtempSync(join(tmpdir(), 'assay-e2e-'));
  chmodSync(home, 0o711);
  const database = await createTestDatabase();
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  const configOf = (changed: Readonly<Record<string, string>> = {}) =>
    readConfig({ ...basics, ASSAY_HOME: home, DATABASE_URL: database.url, ...env, ...changed });
  const start = async (changed?: Readonly<Record<string, string>>) => {
    const started = await startApplication(configOf(changed), log, clock);
    await started.get(PublishKits).done;
    return started;
  };
  let application = await start();
  const connections = new pg.Pool({ connectionString: database.url, max: 2 });
  connections.on('error', () => {});
  const client = (key: string) => new Client(application.url, key);
  const house: House = {
    get url() {
      return application.url;
    },
    get adminKey() {
      return application.adminKey;
    },
    get admin() {
      return client(application.adminKey);
    },
    get anonymous() {
      return new Client(application.url);
    },
    get application() {
      return application;
    },
    home,
    logs: () => lines.join(''),
    client,
    key: (name, parts) => createKey(house.admin, name, parts),
    as: async (name, parts) => client(await createKey(house.admin, name, parts)),
    sql: async (text, values = []) => (await connections.query(text, [...values])).rows,
    restart: async (changed) => {
      await application.stop();
      application = await start(changed);
    },
    stop: async () => {
      await application.stop();
      await connections.end();
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return house;
}

async function createKey(by: Client, name: string, parts: Partial<CreateKey> = {}): Promise<string> {
  const role = parts.scopes === undefined ? { role: 'caller' as const } : {};
  const created = await by.post<CreatedKey>('/v1/keys', { principal: { kind: 'agent', name }, ...role, ...parts });
  if (created.status !== 201) throw new Error(`No key for ${name}: ${JSON.stringify(created.body)}`);
  return created.body.key;
}
