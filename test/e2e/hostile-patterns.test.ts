import type { Envelope, Problem } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import type { Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;
const long = 30_000;

/** Patterns on which an engine that backtracks is lost, with a text that makes it so: of the literature and of real advisories. */
const corpus: readonly (readonly [pattern: string, text: string])[] = [
  ['^(a+)+$', `${'a'.repeat(long)}!`],
  ['^(a|aa)+$', `${'a'.repeat(long)}!`],
  ['^(a|a?)+$', `${'a'.repeat(long)}!`],
  ['^([a-zA-Z]+)*$', `${'a'.repeat(long)}!`],
  ['(x+x+)+y', 'x'.repeat(long)],
  ['(a*)*b', 'a'.repeat(long)],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(long)],
  ['(.*a){12}', `${'ab'.repeat(long / 2)}`],
  ['^(\\w+\\s?)*$', `${'word '.repeat(long / 5)}!`],
  ['^\\s+|\\s+$', ' '.repeat(long)],
  ['(\\s*\\S+\\s*)*;', 'a '.repeat(long / 2)],
  ['^([0-9]+)*,([0-9]+)*$', `${'1'.repeat(long)}x`],
  ['^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$', `${'a-'.repeat(long / 2)}!`],
  ['^([a-zA-Z0-9_.-])+@(([a-zA-Z0-9-])+\\.)+([a-zA-Z0-9]{2,4})+$', `a@${'a'.repeat(long)}!`],
  ['^(?=(a+)+$)a*$', `${'a'.repeat(long)}!`],
  ['(a+)\\1+$', `${'a'.repeat(long)}!`],
  ['^(?<!b)(a+)+$', `${'a'.repeat(long)}!`],
  ['^((((((((a{9}){9}){9}){9}){9}){9}){9}){9})$', 'a'.repeat(long)],
];

beforeAll(async () => {
  [house, api] = await Promise.all([startHouse(), startHttpApi((_request, response) => void response.end('{}'))]);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

const schemas = (pattern: string): Readonly<Record<string, object>> => ({
  value: { type: 'object', properties: { text: { type: 'string', pattern } } },
  name: { type: 'object', propertyNames: { pattern } },
  names: { type: 'object', patternProperties: { [pattern]: { type: 'number' } } },
});

describe('a pattern that would hold the server up', () => {
  it.each(corpus)('%s is refused at publish, or judged in no time', async (pattern, text) => {
    for (const [place, inputSchema] of Object.entries(schemas(pattern))) {
      const name = `acme/${place}-${corpus.findIndex(([it]) => it === pattern)}`;
      const manifest = { name, version: '1.0.0', description: 'x', inputSchema, protocol: 'http' };
      const endpoint = { url: api.url, method: 'POST' };
      const published = await house.admin.post<Problem>('/v1/tools', { ...manifest, endpoint });
      if (published.status === 422) {
        expect(published.body.errors?.[0]?.path).toMatch(/^\/inputSchema/);
        continue;
      }
      expect({ status: published.status, body: published.status === 201 ? {} : published.body }).toEqual({
        status: 201,
        body: {},
      });
      const input = place === 'value' ? { text } : { [text]: 'x' };
      // Were the event loop held up, nothing would answer before the test is over.
      const [checked, alive] = await Promise.all([
        house.admin.post<Envelope & Refusal>('/v1/invocations?dryRun=true', { tool: name, input }),
        house.anonymous.get('/healthz'),
      ]);
      expect([200, 422]).toContain(checked.status);
      expect(alive.status).toBe(200);
    }
  });
});
