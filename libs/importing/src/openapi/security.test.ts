import { describe, expect, it } from '@jest/globals';
import type { Json } from './document.js';
import { References } from './references.js';
import { readSecurity } from './security.js';

const securitySchemes = {
  bearer: { type: 'http', scheme: 'Bearer' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'digest' },
  key: { type: 'apiKey', in: 'query', name: 'api_key' },
  oauth: { type: 'oauth2', flows: {} },
  openid: { type: 'openIdConnect' },
  aliased: { $ref: '#/components/securitySchemes/basic' },
  mutual: { type: 'mutualTLS' },
};

function read(security: unknown, root: Json = {}) {
  const notes = new Set<string>();
  const document = { ...root, components: { securitySchemes } };
  const operation = security === undefined ? {} : { security };
  return { auth: readSecurity(document, operation, new References(document), notes), notes: [...notes] };
}

describe('readSecurity', () => {
  it.each([
    [[{ bearer: [] }], { type: 'bearer' }, 'a bearer token'],
    [[{ basic: [] }], { type: 'basic' }, 'a name and password'],
    [[{ aliased: [] }], { type: 'basic' }, 'a name and password'],
    [[{ oauth: ['read'] }], { type: 'oauth2' }, 'an OAuth 2.0 token'],
    [[{ openid: [] }], { type: 'oauth2' }, 'an OAuth 2.0 token'],
    [[{ key: [] }, { bearer: [] }], { type: 'apiKey', in: 'query', name: 'api_key' }, 'the query parameter "api_key"'],
  ])('of %j is %j', (security, scheme, note) => {
    const found = read(security);
    expect(found.auth).toEqual({ upstream: 'shared', scheme });
    expect(found.notes).toEqual([expect.stringContaining(note)]);
  });

  it('is nothing without a requirement, or with an empty one', () => {
    expect([read(undefined).auth, read([]).auth, read([{}]).auth]).toEqual([
      { upstream: 'none' },
      { upstream: 'none' },
      { upstream: 'none' },
    ]);
    expect(read([{}, { bearer: [] }])).toEqual({ auth: { upstream: 'none', scheme: { type: 'bearer' } }, notes: [] });
  });

  it('is that of the whole document unless the operation overrides it', () => {
    const root = { security: [{ bearer: [] }] };
    expect(read(undefined, root).auth.upstream).toBe('shared');
    expect(read([], root).auth).toEqual({ upstream: 'none' });
  });

  it('reports unsupported schemes', () => {
    expect(read([{ digest: [] }]).auth).toEqual({ upstream: 'shared' });
    expect(read([{ mutual: [] }]).notes).toEqual([expect.stringContaining('cannot be given')]);
    expect(read([{ key: [], bearer: [] }]).notes).toContainEqual(
      expect.stringContaining('2 credentials together: key, bearer'),
    );
  });
});
