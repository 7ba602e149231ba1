import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { statusLiterals } from './status-literals.js';

const server = 'apps/server/src/edges/rest/a.ts';
const core = 'libs/gateway/src/a.ts';

describe('rule 8, one table of status codes', () => {
  it.each<Breach>([
    [server, `reply.status(404);`, 'status 404'],
    [server, `reply.code(429).send();`, 'status 429'],
    [server, `export const answer = { statusCode: 503 };`, 'status 503'],
    [server, `throw new HttpException('no', HttpStatus.NOT_FOUND);`, 'status HttpStatus.NOT_FOUND'],
    [server, `export const isGone = (code: number) => code === 410;`, 'status 410'],
    [server, `export const statuses = [502];`, 'status 502'],
    [server, `export const f = (status = 500) => status;`, 'status 500'],
    [core, `export const failed = { http: 422 };`, 'status 422'],
    [core, `if (answer.status >= 400) fail();`, 'status 400'],
    ['libs/persistence/src/a.ts', `throw Object.assign(new Error(), { status: 409 });`, 'status 409'],
    ['libs/search/src/a.ts', `switch (response.status) { case 401: break; }`, 'status 401'],
    ['libs/search/src/a.ts', `export const isGone = [410].includes(answer.status);`, 'status 410'],
    ['libs/transports/src/a.ts', `export const failed = { status: 502 };`, 'status 502'],
  ])('catches %s with %s', (...breach) => expectCaught(statusLiterals, breach));

  it.each<Fine>([
    [server, `reply.status(errorTable[code].http); reply.status(200);`],
    [server, `export const flushLimit = 500; export const waitMs = 450; export const capBytes = 512 * 1024;`],
    [server, `export const text = z.string().max(500); export const options = { maxEntries: 400 };`],
    [core, `export const short = (text: string) => (text.length > 500 ? text.slice(0, 500) : text);`],
    [core, `export type Status = 404 | 503; export const six = 600;`],
    [server, `export const answers = HttpStatus.CREATED; chmodSync(path, 0o700);`],
    [core, `export const caps = { patterns: 500 } as const;`],
    ['libs/transports/src/a.ts', `export const lost = (status: number) => status === 404 || [400].includes(status);`],
    ['apps/server/src/edges/problem-answer.ts', `export const codes = { 413: 'payload_too_large' }; const x = 413;`],
    ['libs/contracts/src/error-table.ts', `export const table = { not_found: { http: 404 } };`],
    ['apps/server/src/a.test.ts', `expect(answer.status).toBe(404);`],
  ])('leaves %s with %s alone', (...fine) => expectFine(statusLiterals, fine));
});
