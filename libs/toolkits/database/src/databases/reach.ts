import { existsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { KitProfile } from '@assay/kit';
import { kindOf, sqliteFile } from './settings.js';

const settingName = /^DATABASE_[A-Z][A-Z0-9_]{0,47}$/;
const ports: Readonly<Record<string, number>> = { postgresql: 5432, mysql: 3306, mariadb: 3306, mongodb: 27_017 };

/** What is wrong with a setting of this kit; null when nothing is. The address may hold a password and is not repeated. */
export function wrongSetting(name: string, value: string): string | null {
  if (!settingName.test(name)) return 'A setting of this kit is named DATABASE_<NAME> in capitals, digits and _.';
  const kind = kindOf(value);
  if (kind === null) return 'The address begins with none of postgresql: mysql: mariadb: sqlite: mongodb:';
  if (kind === 'sqlite') return wrongFile(sqliteFile(value));
  if (value.startsWith('mongodb+srv:'))
    return 'mongodb+srv: is not supported: name the hosts, mongodb://a.example:27017,b.example:27017/shop';
  if (hostsOf(value).length === 0) return 'The address names no host.';
  return databaseIn(value) === '' ? 'The address names no database: it ends with /name.' : null;
}

function wrongFile(file: string): string | null {
  if (!isAbsolute(file)) return 'The path of an SQLite file is absolute: sqlite:/srv/data/shop.db';
  return existsSync(file) ? null : 'There is no such file on the machine of the server.';
}

/** `mongodb://` may name several hosts, which no URL parser reads. */
const authority = (url: string): string => /^[a-z]{1,20}:\/\/([^/?#]{0,2000})/.exec(url)?.[1]?.split('@').at(-1) ?? '';
const databaseIn = (url: string): string => /^[a-z]{1,20}:\/\/[^/?#]{0,2000}\/([^?#]{0,200})/.exec(url)?.[1] ?? '';

function hostsOf(url: string): string[] {
  const port = ports[kindOf(url) ?? ''];
  return authority(url)
    .split(',')
    .filter((it) => it !== '')
    .map((it) => (/:\d{1,5}$/.test(it) ? it : `${it}:${port}`));
}

/** The hosts and folders that the registered databases need, and nothing else. */
export function reachOf(settings: Readonly<Record<string, string>>): KitProfile {
  const hosts = new Set<string>();
  const folders = new Map<string, 'ro' | 'rw'>();
  for (const [name, url] of Object.entries(settings)) {
    if (kindOf(url) === 'sqlite') {
      const folder = dirname(sqliteFile(url));
      if (name.endsWith('_WRITER') || !folders.has(folder)) folders.set(folder, name.endsWith('_WRITER') ? 'rw' : 'ro');
    } else for (const host of hostsOf(url)) hosts.add(host);
  }
  return { network: 'none', hosts: [...hosts], folders: [...folders].map(([path, mode]) => ({ path, mode })) };
}
