import type { RatingView, TrustView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const tool = 'acme/orders.create';
const trust: TrustView = {
  tool,
  version: '1.2.0',
  view: 'inside',
  base: 0.54,
  decay: 0.5,
  score: 0.27,
  confidence: 0.8,
  t0: '2026-08-23T00:00:00.000Z',
  halfLifeDays: 90,
  signals: [
    { name: 'reliability', value: 0.94, sampleSize: 80, weight: 0.25, contribution: 0.235 },
    { name: 'usageVolume', value: 0.5, sampleSize: 99.5, weight: 0.05, contribution: 0.025 },
  ],
  audit: 'third-party',
  driftedSince: null,
  history: [
    { day: '2026-11-20', base: 0.5, score: 0.25, calls: 0, faults: 0 },
    { day: '2026-11-21', base: 0.54, score: 0.27, calls: 12, faults: 1 },
  ],
};
const vote: RatingView = {
  tool,
  stars: 4,
  comment: 'Quick.',
  by: 'ann',
  organisation: 'default',
  at: '2026-11-21T00:00:00Z',
};

describe('trust', () => {
  const line = `GET /v1/tools/${tool}/trust`;

  it('draws the signals with bars, then decay and the last 30 days', async () => {
    const { out, code } = await assay(['trust', tool], { answers: { [line]: trust } });
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'acme/orders.create@1.2.0  trust 0.270, from inside its organisation',
        '',
        'SIGNAL        VALUE  WEIGHT  ADDS    EVIDENCE  ',
        'reliability   0.940  0.25    0.2350  80        ██████████████████▊',
        'usage volume  0.500  0.05    0.0250  99.5      ██████████',
        '',
        "base        0.5400, the sum of the signals' contributions",
        'decay       × 0.5000 since 2026-08-23, half-life 90 days',
        'confidence  0.80',
        'audit       third-party',
        '30 days     ▁█  0.250 → 0.270, 12 calls, 1 tool failures',
        '',
      ].join('\n'),
    );
  });

  it('asks for the version that is named, and prints the API’s JSON', async () => {
    const asked = `${line}?version=1.2.0`;
    const { out } = await assay(['trust', `${tool}@1.2.0`, '--json'], { answers: { [asked]: trust } });
    expect(JSON.parse(out)).toEqual(trust);
  });

  it('says what is not there, and what is no name', async () => {
    const refused = problem(404, 'not_found', 'No tool "acme/orders.create".');
    expect(await assay(['trust', tool], { answers: { [line]: refused } })).toMatchObject({
      code: 1,
      err: 'No tool "acme/orders.create".\n',
    });
    expect((await assay(['trust', 'orders'])).code).toBe(2);
  });
});

describe('rate', () => {
  const line = `POST /v1/tools/${tool}/ratings`;

  it('votes with stars and a comment', async () => {
    const { out, asked } = await assay(['rate', tool, '4', '--comment', 'Quick.'], { answers: { [line]: vote } });
    expect(asked[0]?.body).toEqual({ stars: 4, comment: 'Quick.' });
    expect(out).toBe('Rated acme/orders.create: ★★★★☆\n');
  });

  it('lists votes without stars', async () => {
    const page = { items: [vote, { ...vote, by: null, comment: null, stars: 1 }], nextCursor: null };
    const list = `GET /v1/tools/${tool}/ratings?limit=50`;
    const { out } = await assay(['rate', tool], { answers: { [list]: page } });
    expect(out).toContain('★★★★☆  ann      2026-11-21  Quick.');
    expect(out).toContain('★☆☆☆☆  default');
  });

  it('refuses other numbers of stars, and a comment without any', async () => {
    for (const stars of ['0', '6', '4.5', 'many']) expect((await assay(['rate', tool, stars])).code).toBe(2);
    expect((await assay(['rate', tool, '--comment', 'Quick.'])).code).toBe(2);
    const refused = problem(403, 'forbidden', 'You have not called acme/orders.create yet.');
    expect((await assay(['rate', tool, '5'], { answers: { [line]: refused } })).code).toBe(1);
  });
});
