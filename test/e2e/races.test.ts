import type { EndorsementView, Entry, NamespaceView } from '@assay/contracts';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Answer, everyRow } from './client.js';
import { type House, startHouse } from './house.js';
import { confirm, propose } from './importing.js';

let house: House;
beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
});
afterAll(() => house.stop());

const atOnce = async <T>(count: number, run: (at: number) => Promise<Answer<T>>): Promise<Answer<T>[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));
const statuses = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort();

describe('of many who ask at once', () => {
  it('one gets the namespace', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => house.as(`p${at}`, { role: 'publisher' })));
    const answers = await Promise.all(people.map((it) => it.post<NamespaceView>('/v1/namespaces', { name: 'wanted' })));
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409, 409]);
    const owner = answers.findIndex(({ status }) => status === 201);
    const published = await Promise.all(people.map((it) => it.post('/v1/tools', httpManifest('wanted/tool'))));
    expect(published.map(({ status }) => status === 201)).toEqual(people.map((_, at) => at === owner));
  });

  it('one makes the organisation, and one registers the server', async () => {
    const organisations = await atOnce(5, () => house.admin.post('/v1/organisations', { name: 'young' }));
    expect(statuses(organisations)).toEqual([201, 409, 409, 409, 409]);
    const server = { name: 'acme/one', mcp: { url: 'http://127.0.0.1:9/' } };
    const servers = await atOnce(5, () => house.admin.post('/v1/servers', server));
    expect(statuses(servers)).toEqual([201, 409, 409, 409, 409]);
  });

  it('all get the same principal with their first keys', async () => {
    const key = { principal: { kind: 'agent', name: 'newborn' }, role: 'reader' };
    const answers = await atOnce(6, () => house.admin.post<{ key: string }>('/v1/keys', key));
    const ids = await Promise.all(
      answers.map(
        async ({ body }) =>
          (await house.client(body.key).get<{ principal: { id: string } }>('/v1/me')).body.principal.id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('two owners who remove each other leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `pair${round}`;
      const [ann, bob] = [await house.as('ann', { role: 'publisher' }), await house.as('bob', { role: 'publisher' })];
      await ann.post('/v1/namespaces', { name });
      await ann.post(`/v1/namespaces/${name}/members`, { principal: 'bob' });
      await Promise.all([
        ann.delete(`/v1/namespaces/${name}/members/bob`),
        bob.delete(`/v1/namespaces/${name}/members/ann`),
      ]);
      const { body } = await house.admin.get<NamespaceView>(`/v1/namespaces/${name}`);
      expect(body.owners).toHaveLength(1);
    }
  });

  it('all endorse a tool once', async () => {
    await house.admin.post('/v1/tools', httpManifest('acme/endorsed'));
    const answers = await atOnce(5, () =>
      house.admin.post<EndorsementView>('/v1/endorsements', { tool: 'acme/endorsed' }),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const rows = await everyRow<EndorsementView>(house.admin, '/v1/endorsements');
    expect(rows.filter(({ tool }) => tool === 'acme/endorsed')).toHaveLength(1);
  });

  it('all who confirm one import get the same versions', async () => {
    const { body } = await propose(house.admin, 'acme', stdioUpstream(), { server: 'twice' });
    const answers = await atOnce(4, () => confirm(house.admin, body.id));
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    const ids = answers.map((it) => it.body.entries.map(({ id }: Entry) => id).sort());
    for (const other of ids) expect(other).toEqual(ids[0]);
  });

  it('each sees what it has just done, however many do', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const name = `acme/mine${at}`;
        await house.admin.post('/v1/tools', httpManifest(name));
        const shown = await house.admin.get(`/v1/tools/${name}`);
        await house.admin.patch('/v1/namespaces/acme', { visibility: at % 2 === 0 ? 'public' : 'organisation' });
        return shown.status;
      }),
    );
    expect(outcomes).toEqual(Array(30).fill(200));
  });
});
