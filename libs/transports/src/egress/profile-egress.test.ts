import { describe, expect, it } from '@jest/globals';
import { type ProfileEgress, profilePermit } from './profile-egress.js';

const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'api.example.com': ['93.184.216.34'],
  'db.lan': ['10.0.0.5'],
  'inside.example.com': ['10.0.0.6'],
  'rebound.example.com': ['127.0.0.1', '169.254.169.254'],
};
const permit = (parts: Partial<ProfileEgress> = {}) =>
  profilePermit({
    network: 'egress',
    hosts: [],
    except: [{ host: '127.0.0.1', port: 5433 }],
    resolve: async (name) => {
      const found = names[name];
      if (found === undefined) throw new Error(`no ${name}`);
      return found;
    },
    ...parts,
  });

describe('profilePermit', () => {
  it.each([
    [[], 'api.example.com', 443, true],
    [[], 'db.lan', 5432, false],
    [[], '127.0.0.1', 80, false],
    [[], '169.254.169.254', 80, false],
    [['db.lan:5432'], 'db.lan', 5432, true],
    [['db.lan:5432'], 'db.lan', 22, false],
    [['db.lan:5432'], 'db.lan', 0, true],
    // An entry for a private host adds to what is public; one for a public host restricts it.
    [['db.lan:5432'], 'api.example.com', 443, true],
    [['127.0.0.1:5432'], 'api.example.com', 443, true],
    [['api.example.com'], 'api.example.com', 443, true],
    [['other.example.com'], 'api.example.com', 443, false],
    [['*.example.com'], 'inside.example.com', 443, true],
    [['10.0.0.0/8'], 'db.lan', 22, true],
    [['127.0.0.1:5432'], '127.0.0.1', 5432, true],
    [['localhost:5432'], 'localhost', 5432, true],
    // Assay's own database, whatever is named.
    [['127.0.0.1:5433'], '127.0.0.1', 5433, false],
    [['localhost:5433'], 'localhost', 5433, false],
    // A name server does not decide about this machine and its credentials.
    [['rebound.example.com'], 'rebound.example.com', 80, false],
    [['169.254.169.254'], '169.254.169.254', 80, true],
    [['169.254.0.0/16'], '169.254.169.254', 80, false],
  ])('with the hosts %j, %s at %i: %s', async (hosts, host, port, isOpen) => {
    expect((await permit({ hosts })(host, port)).length > 0).toBe(isOpen);
  });

  it('opens what is named only when there is no network', async () => {
    const none = permit({ network: 'none', hosts: ['db.lan:5432'] });
    expect(await none('db.lan', 5432)).toEqual(['10.0.0.5']);
    expect(await none('api.example.com', 443)).toEqual([]);
  });

  it('rejects for a name that cannot be resolved', async () => {
    await expect(permit()('nowhere.example.com', 443)).rejects.toThrow('no nowhere');
  });
});
