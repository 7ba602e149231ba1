import type { Directory } from '@assay/identity';
import type { Notice } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { ReportUnknownOutcomes } from './report-unknown-outcomes.js';
import type { UnknownOutcome } from './unknown-outcomes.js';

const aKey = (principalId: string) => ({
  organisationId: 'org',
  principalId,
  scopes: ['admin'],
  namespaces: null,
  expiresAt: null,
  revokedAt: null,
});
const outcome: UnknownOutcome = {
  invocationId: 'call-1',
  organisationId: 'org',
  principalId: 'carl',
  tool: 'acme/pay',
  version: '1.0.0',
  key: 'k',
  reason: 'It was lost.',
};

async function reported(parts: Partial<UnknownOutcome> = {}, administrators = ['ann', 'carl']) {
  const sent: Notice[] = [];
  const accounts = { all: () => [].values(), isDisabled: () => false };
  const directory = { keys: () => administrators.map(aKey).values(), accounts } as unknown as Directory;
  const notices = { send: async (all: readonly Notice[]) => void sent.push(...all) };
  await new ReportUnknownOutcomes({ notices, directory, clock: { now: () => 0 } }).report({ ...outcome, ...parts });
  return sent;
}

describe('TellUnknownOutcomes', () => {
  it('tells the caller and the administrators of its organisation, each once', async () => {
    expect(await reported()).toMatchObject([
      {
        key: 'call.outcome-unknown call-1',
        kind: 'call.outcome-unknown',
        subject: 'acme/pay@1.0.0',
        text: expect.stringContaining('It was lost.'),
        details: { invocationId: 'call-1', principalId: 'carl', key: 'k' },
        to: [
          { organisationId: 'org', principalId: 'carl' },
          { organisationId: 'org', principalId: 'ann' },
        ],
      },
    ]);
  });

  it('names the tool alone where no version is known', async () => {
    expect((await reported({ version: null }))[0]?.subject).toBe('acme/pay');
  });
});
