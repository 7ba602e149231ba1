import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { waysOut } from './ways-out.js';

describe('nothing leaves but through the egress guard', () => {
  it.each<Breach>([
    ['libs/authentication/src/a.ts', `export const a = () => fetch('https://x.example');`, 'fetch connects'],
    ['apps/server/src/a.ts', `new WebSocket('wss://x.example');`, 'WebSocket'],
    [
      'libs/models/src/a.ts',
      `import { request } from 'node:https';\nrequest('https://x.example');`,
      'request connects',
    ],
    ['libs/transports/src/http/a.ts', `import { connect } from 'node:net';\nconnect(80);`, 'connect connects'],
    [
      'libs/transports/src/mcp/a.ts',
      `import { fetch as send } from 'undici';\nsend('https://x.example');`,
      'fetch connects',
    ],
    ['libs/transports/src/grpc/a.ts', `import { Client } from '@grpc/grpc-js';\nnew Client('x');`, 'Client connects'],
    ['libs/search/src/a.ts', `import * as http from 'node:http';\nhttp.get('http://x.example');`, '\\* connects'],
    ['libs/kernel/src/a.ts', `import { lookup } from 'node:dns/promises';\nlookup('x');`, 'lookup connects'],
  ])('catches %s with %s', (...breach) => expectCaught(waysOut, breach));

  it.each<Fine>([
    ['libs/transports/src/http/a.ts', `import type { Dispatcher } from 'undici';\nexport type A = Dispatcher;`],
    ['libs/models/src/a.ts', `export const a = (fetch: (url: string) => void) => fetch('x');`],
    ['libs/transports/src/egress/guarded-fetch.ts', `import { fetch as send } from 'undici';\nsend('x');`],
    ['apps/server/src/a.ts', `import { createServer } from 'node:net';\ncreateServer();`],
    ['libs/sdk/src/a.ts', `fetch('https://assay.example');`],
    ['libs/models/src/a.test.ts', `fetch('http://127.0.0.1');`],
  ])('leaves %s with %s alone', (...fine) => expectFine(waysOut, fine));
});
