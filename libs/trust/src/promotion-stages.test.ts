import { stages } from '@assay/contracts';
import { defectsOf, passage } from '@assay/kernel';
import { unassured } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { promotionStages, type StageTurn } from './promotion-stages.js';
import { isHigher, stageAfter, stageBefore } from './stage-requirements.js';

const sla = { p95Ms: 200, availability: 0.99 };

/** A version that may go anywhere, with what a test takes away. */
const aTurn = (version: object = {}, record: object = {}, parts: object = {}): StageTurn => ({
  version: aVersion(aManifest({ sla }), {
    lastVerifiedAt: 5,
    assurance: { ...unassured, audit: 'third-party' },
    ...version,
  }),
  record: {
    view: 'outside',
    ...{ base: 0.9, score: 0.9, scoreWithOwn: 0.9, confidence: 0.9 },
    ...{ calls: { own: 0, others: 1_000 }, good: { own: 0, others: 1_000 } },
    ...record,
  },
  isProviderKnown: true,
  decidedBy: 'requirements',
  ...parts,
});

describe('promotionStages', () => {
  it('is sound', () => {
    expect(defectsOf(promotionStages)).toEqual([]);
  });

  it('leads upwards by requirements and downwards always, never back to SUBMITTED', () => {
    const nothing = aTurn({ lastVerifiedAt: null }, { scoreWithOwn: 0, score: 0 });
    for (const from of stages) {
      for (const to of stages) {
        const answer = passage(promotionStages, from, to, nothing);
        if (to === 'SUBMITTED' || from === to) expect(answer).toBe('closed');
        else if (isHigher(to, from) && to !== 'SANDBOX') expect(answer).toMatchObject({ code: 'conflict' });
        else expect(answer).toBeNull();
      }
    }
  });

  it.each(['BETA', 'GENERAL_AVAILABILITY', 'VERIFIED'] as const)('lets into %s what meets everything', (to) => {
    expect(passage(promotionStages, 'SANDBOX', to, aTurn())).toBeNull();
  });

  const wanting = (to: 'BETA' | 'GENERAL_AVAILABILITY' | 'VERIFIED', turn: StageTurn) => {
    const answer = passage(promotionStages, 'SANDBOX', to, turn);
    if (answer === null || answer === 'closed') return answer;
    const missing = (answer.data?.missing ?? []) as { stage: string; name: string }[];
    return missing.map((it) => `${it.stage} ${it.name}`);
  };
  const assured = (parts: object) => ({ assurance: { ...unassured, audit: 'third-party', ...parts } });

  it.each<[string, 'BETA' | 'GENERAL_AVAILABILITY' | 'VERIFIED', StageTurn, string[]]>([
    ['never verified', 'BETA', aTurn({ lastVerifiedAt: null }), ['BETA verified']],
    ['red at last', 'BETA', aTurn(assured({ driftedSince: 7 })), ['BETA verified']],
    ['of too little trust', 'BETA', aTurn({}, { scoreWithOwn: 0.499 }), ['BETA trust']],
    ['of too few calls', 'BETA', aTurn({}, { calls: { own: 60, others: 39 } }), ['BETA calls']],
    [
      'without audit',
      'GENERAL_AVAILABILITY',
      aTurn(assured({ audit: 'none' })),
      ['GENERAL_AVAILABILITY self-assessed audit'],
    ],
    [
      'called by its provider',
      'GENERAL_AVAILABILITY',
      aTurn({}, { calls: { own: 9_000, others: 999 } }),
      ['GENERAL_AVAILABILITY calls by others'],
    ],
    ['of middling trust', 'GENERAL_AVAILABILITY', aTurn({}, { score: 0.69 }), ['GENERAL_AVAILABILITY trust']],
    ['assessed by itself', 'VERIFIED', aTurn(assured({ audit: 'self' })), ['VERIFIED third-party audit']],
    [
      'without commitment',
      'VERIFIED',
      aTurn({ manifest: aManifest({ sla: { p95Ms: 5 } }) }),
      ['VERIFIED SLA commitment'],
    ],
    ['of an unknown provider', 'VERIFIED', aTurn({}, {}, { isProviderKnown: false }), ['VERIFIED provider identity']],
    [
      'wanting everywhere',
      'VERIFIED',
      aTurn({ lastVerifiedAt: null }, { score: 0 }),
      ['BETA verified', 'GENERAL_AVAILABILITY trust', 'VERIFIED trust'],
    ],
  ])('keeps what is %s out of %s', (_, to, turn, missing) => {
    expect(wanting(to, turn)).toEqual(missing);
    expect(passage(promotionStages, 'SANDBOX', to, { ...turn, decidedBy: 'administrator' })).toBeNull();
  });

  it('counts the provider’s own calls for BETA', () => {
    expect(wanting('BETA', aTurn({}, { score: 0.4, scoreWithOwn: 0.5, calls: { own: 100, others: 0 } }))).toBeNull();
  });

  it('takes a self-assessed audit for general availability', () => {
    expect(wanting('GENERAL_AVAILABILITY', aTurn(assured({ audit: 'self' })))).toBeNull();
  });

  it('has one stage after another', () => {
    expect(stages.map(stageAfter)).toEqual([...stages.slice(1), undefined]);
    expect(stages.map(stageBefore)).toEqual([undefined, undefined, 'SANDBOX', 'BETA', 'GENERAL_AVAILABILITY']);
  });
});
