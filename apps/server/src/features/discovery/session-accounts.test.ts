import type { SessionCall } from '@assay/gateway';
import { ok } from '@assay/kernel';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { sessionAccounts } from './session-accounts.js';

it('counts what was shown of versions, as definitions without a call, for those who send a key', async () => {
  const added: SessionCall[] = [];
  const version = aVersion(aManifest({}));
  const accounts = sessionAccounts({
    sessions: { add: (call) => added.push(call), left: async () => ok(7) },
    catalogue: { tool: () => ({ versions: [version] }) as never },
  });
  const shown = [
    { tool: 'acme/orders.create', version: '1.0.0', tokens: 40 },
    { tool: 'acme/orders.create', version: '9.9.9', tokens: 50 },
  ];
  accounts.shown(aCaller(), 's', shown);
  accounts.shown({ ...aCaller(), principalId: null }, 's', shown);
  expect(added).toEqual([
    {
      ...{ organisationId: 'org-acme', principalId: aCaller().principalId, session: 's', versionId: version.id },
      ...{ calls: 0, tokens: { schemas: 40, arguments: 0, result: 0, validation: 0 } },
    },
  ]);
  expect(await accounts.left(aCaller(), 's')).toEqual(ok(7));
});
