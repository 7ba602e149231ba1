import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Envelope, ImportView, Problem } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { answerJson, startHttpApi } from '../fixtures/http-api.js';
import { startHouse } from './house.js';
import { confirm } from './importing.js';

const shared = process.env.ASSAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../shared/data');
const fileOf = (name: string) => resolve(shared, 'plans', `${name}_oas.json`);
const isHere = ['tmdb', 'spotify'].every((name) => existsSync(fileOf(name)));

describe('real OpenAPI documents', () => {
  if (!isHere) {
    it(`are not in ${shared}, so none was imported`, () => expect(isHere).toBe(false));
    return;
  }

  it('are imported and published whole, and their operations called', async () => {
    const house = await startHouse();
    const api = await startHttpApi(({ url }, response) => answerJson(response, { id: 603, keywords: [], asked: url }));
    try {
      await house.admin.post('/v1/namespaces', { name: 'acme' });
      for (const [server, count] of [
        ['tmdb', 54],
        ['spotify', 40],
      ] as const) {
        const document: unknown = JSON.parse(readFileSync(fileOf(server), 'utf8'));
        const source = { openapi: { document, baseUrl: api.url, query: { api_key: 's3cret' } } };
        const { status, body } = await house.admin.post<ImportView & Problem>('/v1/imports', {
          namespace: 'acme',
          server,
          source,
        });
        expect({ server, status, count: body.proposals?.length }).toEqual({ server, status: 201, count });
        const confirmed = await confirm(house.admin, body.id, { acceptFindings: true });
        expect({ server, published: confirmed.body.entries?.length }).toEqual({ server, published: count });
        const again = await house.admin.post<ImportView>('/v1/imports', { namespace: 'acme', server, source });
        expect(new Set(again.body.proposals.map(({ state }) => state))).toEqual(new Set(['unchanged']));
      }
      const tool = 'acme/tmdb.GET_movie-movie_id-keywords';
      const { body } = await house.admin.post<Envelope>('/v1/invocations', { tool, input: { movie_id: 603 } });
      expect(body).toMatchObject({ status: 'succeeded', output: { id: 603, keywords: [] } });
      expect(api.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /movie/603/keywords?api_key=s3cret']);
    } finally {
      await house.stop();
      await api.stop();
    }
  });
});
