import { closedCircuits } from '@assay/gateway/testing';
import { Directory } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { policyGate } from './policy-gate.js';

it('asks the gateway about the version that is offered, and nobody about one that may not be called', () => {
  const version = aVersion(aManifest({}));
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const gate = policyGate({
    directory,
    catalogue: { tool: () => ({ versions: [version] }) as never },
    policies: { foresee: () => ({ verdict: 'DEPENDS', policies: [{ id: 'own', version: 1 }], why: 'it depends' }) },
    circuits: closedCircuits,
  });
  const tool = (allowed: boolean) => ({
    id: 'acme/orders.create',
    version: '1.0.0',
    mayCall: { allowed, why: 'closed' },
  });
  expect(gate.verdict(tool(true) as never, aCaller())).toMatchObject({ callable: 'depends', policies: ['own'] });
  expect(gate.verdict(tool(false) as never, aCaller())).toMatchObject({ callable: 'no', why: 'closed', policies: [] });
});
