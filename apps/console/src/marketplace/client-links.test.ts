import { describe, expect, it } from '@jest/globals';
import { clientLinks } from './client-links.js';

const url = 'http://localhost:3000/mcp?auth=required';

describe('adding the gateway to a client', () => {
  it('names the address in every configuration, and a key in none', () => {
    const links = clientLinks('assay', url);
    expect(links.map(({ client }) => client)).toEqual(['Claude', 'Cursor', 'VS Code', 'Codex', 'Gemini']);
    for (const { configuration } of links) expect(configuration).toContain(url);
    expect(JSON.stringify(links)).not.toMatch(/bearer|authorization|api.?key|token/i);
  });

  it('has links that the clients read back', () => {
    const links = clientLinks('größe & "co"', url);
    const cursor = new URL(links[1]?.link ?? '');
    expect(cursor.searchParams.get('name')).toBe('größe & "co"');
    expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual({ url });
    const code = decodeURIComponent((links[2]?.link ?? '').split('?')[1] ?? '');
    expect(JSON.parse(code)).toEqual({ name: 'größe & "co"', type: 'http', url });
  });

  it('quotes what a shell would read', () => {
    expect(clientLinks("a'b; rm", url)[0]?.command).toContain(`'a'\\''b; rm'`);
  });
});
