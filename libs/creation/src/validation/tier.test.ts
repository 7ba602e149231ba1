import { describe, expect, it } from '@jest/globals';
import { noReach } from '../host/host-access.js';
import { tierOfCode } from './tier.js';

const lists = { folders: ['/data'], variables: ['REGION'], hosts: ['api.example.org'] };
const plain = { inputSchema: { type: 'object' } };
const naming = { inputSchema: { type: 'object', properties: { access: { type: 'object' } } } };
const reads = 'export default async (i, host) => host.files.read(i.path)';
const gets = 'export default async (i, host) => {\n  return host.http.get(i.url);\n}';
const rulesOf = (found: ReturnType<typeof tierOfCode>) => found.findings.map(({ rule }) => rule);

describe('the tier of code', () => {
  it('is the lowest that allows what it uses, with the reason', () => {
    expect(tierOfCode('export default (i) => i', plain, noReach)).toEqual({
      tier: { granted: 0, why: 'It only computes.', functions: [] },
      findings: [],
    });
    expect(tierOfCode(reads, { ...plain, access: { folders: ['/data/rates'] } }, lists)).toEqual({
      tier: { granted: 1, why: 'It reads files (host.files.read, line 1).', functions: ['files.read'] },
      findings: [],
    });
    expect(tierOfCode(gets, { ...plain, access: { hosts: ['api.example.org'] } }, lists).tier).toEqual({
      granted: 2,
      why: 'It makes HTTP requests (host.http.get, line 2).',
      functions: ['http.get'],
    });
    const named = tierOfCode(gets, naming, noReach);
    expect([named.tier.granted, named.findings]).toEqual([3, []]);
    expect(named.tier.why).toMatch(/each call names where/);
  });

  it('is 0 for code that only names places, or has a syntax error', () => {
    expect(tierOfCode('export default ({ access }) => access', naming, lists).tier.granted).toBe(0);
    expect(tierOfCode('export default (', plain, lists)).toMatchObject({ tier: { granted: 0 }, findings: [] });
  });

  it('is not higher than what was asked for', () => {
    const asked = { ...plain, access: { hosts: ['api.example.org'] }, tier: 1 };
    const { findings } = tierOfCode(gets, asked, lists);
    expect(findings).toMatchObject([{ rule: 'tier', message: expect.stringContaining('needs 2') }]);
    expect(tierOfCode(gets, { ...asked, tier: 2 }, lists).findings).toEqual([]);
  });

  it('needs everything declared, and on the lists of the installation', () => {
    expect(rulesOf(tierOfCode(reads, plain, lists))).toEqual(['undeclared-access']);
    expect(rulesOf(tierOfCode(reads, { ...plain, access: { folders: ['/data/../etc'] } }, lists))).toEqual([
      'access-not-listed',
    ]);
    const env = 'export default (i, host) => host.env.get(i.name)';
    expect(rulesOf(tierOfCode(env, naming, lists))).toEqual(['undeclared-access']);
    expect(rulesOf(tierOfCode(env, { ...plain, access: { variables: ['PATH'] } }, lists))).toEqual([
      'access-not-listed',
    ]);
  });

  it('is not granted for a use that cannot be read', () => {
    expect(tierOfCode('export default (i, host) => host[i.g][i.f]()', plain, lists)).toMatchObject({
      tier: { granted: 0 },
      findings: [{ rule: 'host-use', severity: 'critical', line: 1 }],
    });
  });
});
