import { Refusal } from '@assay/kit';

export const databaseKinds = ['postgresql', 'mysql', 'mariadb', 'sqlite', 'mongodb'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** A database as it was registered. */
export interface DatabaseSettings {
  readonly name: string;
  readonly kind: DatabaseKind;
  /** For reading, with the credential. */
  readonly url: string;
  /** For writing; null when agents only read. */
  readonly writerUrl: string | null;
  /** Where plans of migrations are tried; null when there is none. SQLite needs none. */
  readonly scratchUrl: string | null;
}

const prefix = 'DATABASE_';
const schemes: Readonly<Record<string, DatabaseKind>> = {
  'postgres:': 'postgresql',
  'postgresql:': 'postgresql',
  'mysql:': 'mysql',
  'mariadb:': 'mariadb',
  'sqlite:': 'sqlite',
  'mongodb:': 'mongodb',
  'mongodb+srv:': 'mongodb',
};
const roles = { writer: '_WRITER', scratch: '_SCRATCH' } as const;

/** The kind of database of an address; null for an address of something else. */
export const kindOf = (url: string): DatabaseKind | null => {
  const [scheme = ''] = /^[a-z+]{1,20}:/.exec(url) ?? [];
  return schemes[scheme] ?? null;
};

/** The file of `sqlite:/path`, `sqlite:///path` and `sqlite:./path`. */
export const sqliteFile = (url: string): string => url.replace(/^sqlite:(?:\/\/(?=\/))?/, '');

/**
 * The databases of the variables `DATABASE_<NAME>`, with `DATABASE_<NAME>_WRITER` and `DATABASE_<NAME>_SCRATCH` beside
 * them. `DATABASE_SHOP` is the database "shop".
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): DatabaseSettings[] {
  const found: DatabaseSettings[] = [];
  for (const [variable, url] of Object.entries(variables)) {
    if (!variable.startsWith(prefix) || url === undefined || url === '') continue;
    if (Object.values(roles).some((it) => variable.endsWith(it))) continue;
    const kind = kindOf(url);
    if (kind === null)
      throw new Refusal(
        `${variable} is not the address of a database: it begins with none of ${Object.keys(schemes).join(' ')}`,
      );
    const beside = (role: keyof typeof roles): string | null => {
      const other = variables[`${variable}${roles[role]}`] || null;
      if (other !== null && kindOf(other) !== kind)
        throw new Refusal(`The addresses of ${variable} are of different kinds of databases.`);
      return other;
    };
    const name = variable.slice(prefix.length).toLowerCase();
    found.push({ name, kind, url, writerUrl: beside('writer'), scratchUrl: beside('scratch') });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
