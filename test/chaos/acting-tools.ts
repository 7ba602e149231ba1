import type { CreatedKey, Manifest } from '@assay/contracts';
import { afterAll, beforeAll } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Api } from './api.js';

/** An API that counts what its tools do, for all tests of a file: it outlives every server that they kill. */
export function actingTools() {
  const api = new CountingApi();
  let url: string;
  beforeAll(async () => {
    url = await api.start();
  });
  afterAll(() => api.stop());
  /** A tool `chaos/…` that acts on a line, and that everybody may call. */
  const publish = async (
    admin: Api,
    name: string,
    path: 'honouring' | 'plain',
    parts: Pick<Manifest, 'annotations' | 'compensation'>,
  ): Promise<void> => {
    const endpoint = { url: `${url}/${path}` };
    await admin.expect(201, 'POST', '/v1/tools', httpManifest(`chaos/${name}`, { inputSchema, endpoint, ...parts }));
    await admin.expect(201, 'POST', '/v1/endorsements', { tool: `chaos/${name}`, organisation: 'default' });
  };
  /** The namespace `chaos`, with a tool that has a way back (`book`), one without (`send`), and one that destroys (`wipe`). */
  const publishSagaTools = async (admin: Api): Promise<void> => {
    await admin.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
    const undo = { class: 'full', tool: 'chaos/free', input: '{"line": "undo " & input.line}' } as const;
    for (const [name, annotations, more] of [
      ['free', { honoursKey: true }, {}],
      ['book', { honoursKey: true }, { compensation: undo }],
      ['send', { honoursKey: true }, {}],
      ['wipe', { honoursKey: true, destructiveHint: true }, {}],
    ] as const)
      await publish(admin, name, 'honouring', { annotations, ...more });
  };
  return { api, publish, publishSagaTools };
}

const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };

/** A key of somebody's. */
export const keyFor = async (
  admin: Api,
  kind: 'agent' | 'user',
  name: string,
  scopes: readonly string[],
): Promise<string> =>
  (await admin.expect<CreatedKey>(201, 'POST', '/v1/keys', { principal: { kind, name }, scopes })).key;

/** Who calls tools. */
export const agentKey = (admin: Api): Promise<string> =>
  keyFor(admin, 'agent', 'carl', ['tools:call', 'registry:read']);
