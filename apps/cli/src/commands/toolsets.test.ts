import type { ToolsetView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const desk: ToolsetView = {
  name: 'desk',
  description: 'For the desk',
  visibility: 'organisation',
  tools: [
    { tool: 'acme/orders.create', as: 'order', preset: { currency: 'EUR' } },
    { tool: 'acme/mail.send@^2', as: 'send_mail' },
  ],
  responseTokens: null,
  enables: [],
  url: 'http://127.0.0.1:3000/mcp/toolsets/desk',
  createdAt: '2026-11-22T00:00:00.000Z',
  createdBy: 'ann',
  updatedAt: '2026-11-22T00:00:00.000Z',
};

describe('toolsets', () => {
  it('lists and shows', async () => {
    const answers = { 'GET /v1/toolsets?limit=50': { items: [desk], nextCursor: null }, 'GET /v1/toolsets/desk': desk };
    const { out } = await assay(['toolsets'], { answers });
    expect(out).toMatch(/desk +2 +members +http:\S+\/mcp\/toolsets\/desk/);
    const shown = await assay(['toolsets', 'show', 'desk'], { answers });
    expect(shown.out).toContain('desk (for the organisation): For the desk');
    expect(shown.out).toMatch(/order +acme\/orders\.create +\{"currency":"EUR"\}/);
    const none = await assay(['toolsets'], {
      answers: { 'GET /v1/toolsets?limit=50': { items: [], nextCursor: null } },
    });
    expect(none.out).toContain('No toolsets.');
  });

  it('makes one of tools, names and presets', async () => {
    const words = ['toolsets', 'create', 'desk', 'order=acme/orders.create', 'acme/mail.send@^2', '--private'];
    const answering = ['--response-tokens', '5000', '--enable', 'search_tools', '--enable', 'read_output'];
    const presets = [...answering, '--preset', 'order={"currency": "EUR"}', '--preset', 'acme/mail.send@^2={}'];
    const { asked, out, err } = await assay([...words, ...presets], { answers: { 'POST /v1/toolsets': desk } });
    expect(asked[0]?.body).toEqual({
      name: 'desk',
      visibility: 'private',
      responseTokens: 5_000,
      enables: ['search_tools', 'read_output'],
      tools: [
        { tool: 'acme/orders.create', as: 'order', preset: { currency: 'EUR' } },
        { tool: 'acme/mail.send@^2', preset: {} },
      ],
    });
    expect(out).toContain('Made desk');
    expect(err).toContain('assay connect --toolset desk');
  });

  it('replaces one by what a file holds, and removes it', async () => {
    const answers = { 'PUT /v1/toolsets/desk': desk, 'DELETE /v1/toolsets/desk': null };
    const stdin = '{"tools": [{"tool": "acme/mail.send"}], "description": "x"}';
    const { asked } = await assay(['toolsets', 'replace', 'desk', '--file', '-'], { answers, stdin });
    expect(asked[0]?.body).toEqual({ tools: [{ tool: 'acme/mail.send' }], description: 'x' });
    expect((await assay(['toolsets', 'remove', 'desk'], { answers })).out).toContain('Removed desk');
  });

  it.each([
    [['create', 'desk'], 'Name the tools'],
    [['create', 'desk', 'mail'], 'namespace/name'],
    [['create', 'desk', 'acme/mail', '--file', 'x.json'], 'either --file or the tools'],
    [['create', 'desk', 'acme/mail', '--preset', 'order={}'], 'names order'],
    [['create', 'desk', 'acme/mail', '--preset', 'acme/mail'], 'JSON'],
    [['create', 'desk', 'acme/mail', '--preset', 'acme/mail=[]'], 'must look like'],
  ])('is wrong usage: %j', async (words, said) => {
    const { code, err, asked } = await assay(['toolsets', ...words]);
    expect([code, asked]).toEqual([2, []]);
    expect(err).toContain(said);
  });

  it('passes on what the server refuses', async () => {
    const refusal = problem(422, 'invalid_request', 'The toolset is not valid: /tools/0/tool there is no tool.');
    const { code, err } = await assay(['toolsets', 'create', 'desk', 'acme/mail'], {
      answers: { 'POST /v1/toolsets': refusal },
    });
    expect(code).toBe(1);
    expect(err).toContain('/tools/0/tool');
  });
});
