import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { storeAccess } from './store-access.js';

const prisma = 'libs/persistence/src/planted/prisma-planted-store.ts';
const postgres = 'libs/persistence/src/planted/postgres-planted-store.ts';
const store = (name: string, body: string): string => `export class ${name} { async read() { ${body} } }`;

describe('rule 10, one client of the database in each store', () => {
  it.each<Breach>([
    [prisma, store('PrismaPlantedStore', `await this.pool.query('SELECT 1');`), 'a Prisma store uses query'],
    [prisma, store('PrismaPlantedStore', `await this.database.pool.query('SELECT 1');`), 'a Prisma store uses query'],
    [postgres, store('PostgresPlantedStore', 'await this.prisma.team.findMany();'), 'a Postgres store uses prisma'],
    [postgres, store('PostgresPlantedStore', 'await db.prisma.team.findMany();'), 'a Postgres store uses prisma'],
    [postgres, store('PrismaPlantedStore', ''), 'the class PrismaPlantedStore is in a file of Postgres stores'],
    [prisma, store('PostgresPlantedStore', ''), 'the class PostgresPlantedStore is in a file of Prisma stores'],
  ])('catches %s with %s', (...breach) => expectCaught(storeAccess, breach));

  it.each<Fine>([
    [prisma, store('PrismaPlantedStore', 'await this.prisma.$queryRaw`SELECT 1`;')],
    [postgres, store('PostgresPlantedStore', `await this.pool.query('SELECT 1');`)],
    ['libs/persistence/src/database/open-database.ts', `await pool.query('SELECT 1'); prisma.$disconnect();`],
    ['libs/search/src/prisma-planted-store.ts', `await pool.query('SELECT 1');`],
  ])('leaves %s with %s alone', (...fine) => expectFine(storeAccess, fine));
});
