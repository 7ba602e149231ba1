import { describe, it } from '@jest/globals';
import { confinedPackages, nestInTheShell } from './confined-packages.js';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';

describe('rule 4, Nest in the shell', () => {
  it.each<Breach>([
    ['libs/kernel/src/a.ts', `import { Injectable } from '@nestjs/common';`, '@nestjs/common is imported'],
    ['libs/persistence/src/a.ts', `import type { OnModuleInit } from '@nestjs/common';`, '@nestjs/common'],
    ['apps/cli/src/a.ts', `await import('@nestjs/core');`, '@nestjs/core is imported'],
  ])('catches %s with %s', (...breach) => expectCaught(nestInTheShell, breach));

  it.each<Fine>([
    ['apps/server/src/a.ts', `import { Injectable } from '@nestjs/common';`],
    ['libs/authentication/src/a.ts', `import { PassportStrategy } from '@nestjs/passport';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(nestInTheShell, fine));
});

describe('rule 5, packages stay with the library that wraps them', () => {
  it.each<Breach>([
    ['libs/search/src/a.ts', `import type { Prisma } from '@prisma/client';`, '@prisma/client is imported'],
    ['apps/server/src/a.ts', `import pg from 'pg';`, 'pg is imported, which belongs to libs/persistence'],
    ['libs/kernel/src/a.test.ts', `import pg from 'pg';`, 'pg is imported'],
    ['libs/persistence/src/a.ts', `import { MeiliSearch } from 'meilisearch';`, 'meilisearch is imported'],
    ['apps/server/src/a.ts', `import { Client } from '@modelcontextprotocol/client';`, 'client is imported'],
    ['apps/server/src/edges/rest/a.ts', `import { x } from '@modelcontextprotocol/server';`, 'server is imported'],
    ['libs/transports/src/a.ts', `import { x } from '@modelcontextprotocol/server';`, 'server is imported'],
    ['apps/cli/src/a.ts', `import { x } from '@modelcontextprotocol/server/stdio';`, 'server is imported'],
    ['apps/server/src/a.ts', `import { fetch } from 'undici';`, 'undici is imported'],
    ['libs/gateway/src/policy/a.ts', `import { x } from '@cedar-policy/cedar-wasm/nodejs';`, 'cedar-wasm is imported'],
    [
      'libs/persistence/src/a.ts',
      `import { PgBoss } from 'pg-boss';`,
      'pg-boss is imported, which belongs to libs/jobs',
    ],
    ['libs/transports/src/a.ts', `import { jwtVerify } from 'jose';`, 'jose is imported'],
    ['libs/persistence/src/a.ts', `import { pino } from 'pino';`, 'pino is imported'],
    ['apps/server/src/a.ts', `import { Command } from 'commander';`, 'commander is imported'],
  ])('catches %s with %s', (...breach) => expectCaught(confinedPackages, breach));

  it.each<Fine>([
    ['libs/persistence/src/a.ts', `import pg from 'pg'; import { PrismaPg } from '@prisma/adapter-pg';`],
    ['libs/transports/src/mcp/a.ts', `import { Client } from '@modelcontextprotocol/client';`],
    ['apps/server/src/edges/mcp/a.ts', `import { x } from '@modelcontextprotocol/server';`],
    [
      'apps/cli/src/mcp/a.ts',
      `import { x } from '@modelcontextprotocol/server'; import '@modelcontextprotocol/client';`,
    ],
    ['libs/toolkits/files/src/a.ts', `import { McpServer } from '@modelcontextprotocol/server';`],
    ['libs/toolkits/files/src/a.test.ts', `import { Client } from '@modelcontextprotocol/client';`],
    ['libs/testing/src/a.ts', `import { McpServer } from '@modelcontextprotocol/server';`],
    ['test/bench/a.mjs', `import pg from 'pg';`],
  ])('leaves %s with %s alone', (...fine) => expectFine(confinedPackages, fine));
});
