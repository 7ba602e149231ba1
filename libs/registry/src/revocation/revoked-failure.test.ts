import { describe, expect, it } from '@jest/globals';
import { aManifest, aRevocation, aVersion } from '../testing/builders.js';
import { revokedFailure } from './revoked-failure.js';

const version = aVersion(aManifest({ version: '1.2.0' }));

describe('revokedFailure', () => {
  it('states why, since when, and the alternatives', () => {
    const failure = revokedFailure(version, aRevocation({ reason: 'It leaks' }), [
      'acme/other@1.0.0',
      'acme/more@2.0.0',
    ]);
    expect(failure).toEqual({
      code: 'version_revoked',
      message: 'acme/orders.create@1.2.0 has been revoked: It leaks. Use acme/other@1.0.0 instead.',
      data: {
        revocation: { id: 'revocation-orders', reason: 'It leaks', since: '1970-01-01T00:00:00.000Z' },
        alternatives: ['acme/other@1.0.0', 'acme/more@2.0.0'],
      },
    });
  });

  it('states when there is no alternative, and lists ten at most', () => {
    expect(revokedFailure(version, aRevocation(), []).message).toMatch(/Nothing known does the same for you\.$/);
    const many = Array.from({ length: 30 }, (_, at) => `acme/t${at}@1.0.0`);
    expect(revokedFailure(version, aRevocation(), many).data?.alternatives).toHaveLength(10);
  });

  it("uses the tool's current name", () => {
    const renamed = aVersion(aManifest(), { namespace: 'globex', tool: 'orders.place' });
    expect(revokedFailure(renamed, aRevocation(), []).message).toMatch(/^globex\/orders\.place@1\.0\.0 has/);
  });
});
