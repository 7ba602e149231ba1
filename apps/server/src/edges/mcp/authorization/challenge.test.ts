import { fail } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { challengeOf } from './challenge.js';

const resource = {
  canonical: 'https://tools.example/mcp',
  asked: 'https://tools.example/mcp',
  metadata: 'https://tools.example/.well-known/oauth-protected-resource/mcp',
};

describe('the challenge of a refused request', () => {
  it('names the metadata and the scopes to ask for, and no error where no credential was sent', () => {
    expect(challengeOf(fail('unauthenticated', 'Sign in.').error, resource, false)).toBe(
      `Bearer realm="assay", resource_metadata="${resource.metadata}", scope="registry:read tools:call"`,
    );
  });

  it('says that a credential is not valid', () => {
    const { error } = fail('unauthenticated', 'The "token"\nhas expired…');
    expect(challengeOf(error, resource, true)).toMatch(
      /^Bearer realm="assay", error="invalid_token", error_description="The 'token'\?has expired\?", /,
    );
  });

  it('names the scopes that are missing, all at once', () => {
    const { error } = fail('forbidden', 'Needs more.', { data: { requiredScopes: ['tools:call', 'orders:write'] } });
    expect(challengeOf(error, resource, true)).toBe(
      `Bearer realm="assay", error="insufficient_scope", error_description="Needs more.", scope="tools:call orders:write", resource_metadata="${resource.metadata}"`,
    );
  });

  it('is absent where signing in changes nothing', () => {
    expect(challengeOf(fail('forbidden', 'No.').error, resource, true)).toBeUndefined();
    expect(challengeOf(fail('not_found', 'No.').error, resource, false)).toBeUndefined();
  });
});
