import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const entry = { name: 'acme/orders.create', version: '1.2.0', status: 'ACTIVE', description: 'Creates an order.' };

describe('list', () => {
  it('asks for what the options say, and shows the counts', async () => {
    const line =
      'GET /v1/tools?limit=50&query=order&sort=trust&protocol=mcp&stage=BETA&minTrust=0.7&facets=stage%2Cprotocol&readOnly=true';
    const found = {
      items: [entry],
      nextCursor: 'next',
      total: 7,
      facets: { stage: { BETA: 2, VERIFIED: 5 }, protocol: {} },
      warnings: ['The search engine does not answer.'],
    };
    const options = ['--query', 'order', '--sort', 'trust', '--protocol', 'mcp', '--stage', 'BETA', '--read-only'];
    const counted = ['--min-trust', '0.7', '--facets', 'stage', '--facets', 'protocol'];
    const { code, out, err } = await assay(['list', ...options, ...counted], { answers: { [line]: found } });
    expect(code).toBe(0);
    expect(out).toContain('acme/orders.create  1.2.0    ACTIVE');
    expect(out).toContain('stage: VERIFIED 5, BETA 2\nprotocol: none');
    expect(err).toContain('7 tools in total.');
    expect(err).toContain('Warning: The search engine does not answer.');
    expect(err).toContain('--cursor next');
  });

  it('says what to do when nothing fits, or nothing is there', async () => {
    const none = { items: [], nextCursor: null };
    const narrowed = await assay(['list', '--min-trust', '1'], {
      answers: { 'GET /v1/tools?limit=50&minTrust=1': none },
    });
    expect(narrowed.out).toContain('No matching tools.');
    const plain = await assay(['list'], { answers: { 'GET /v1/tools?limit=50': none } });
    expect(plain.out).toContain('No tools here yet.');
  });

  it.each([
    ['an order there is not', ['--sort', 'price']],
    ['a trust above 1', ['--min-trust', '2']],
    ['a facet there is not', ['--facets', 'stage,colour']],
    ['no facet at all', ['--facets', ',']],
    ['a stage there is not', ['--stage', 'ALPHA']],
  ])('is wrong usage: %s', async (_, options) => {
    expect((await assay(['list', ...options])).code).toBe(2);
  });
});
