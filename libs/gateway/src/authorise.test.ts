import { Directory } from '@assay/identity';
import { aCaller, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { authorise } from './authorise.js';
import { aCall } from './testing/a-call.js';

function run(caller = aCaller(), parts = {}) {
  const directory = new Directory();
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  return authorise(directory).run(aCall({ caller }, aVersion(undefined, parts)));
}

it('lets an owner pass', () => {
  expect(run()).toBeUndefined();
});

it.each([
  ['a colleague', aCaller({ id: 'principal-bob' }), {}, 'denied', 'SANDBOX'],
  ['a key without the scope', aCaller({}, ['registry:read']), {}, 'forbidden', 'tools:call'],
  ['anybody in quarantine', aCaller(), { quarantined: { since: 0, finding: 'drift' } }, 'quarantined', 'drift'],
])('stops %s, with the tool and the reason', (_, caller, parts, code, why) => {
  const failure = run(caller, parts);
  expect(failure).toMatchObject({ code, message: expect.stringContaining('acme/orders.create@1.0.0') });
  expect(failure).toMatchObject({ message: expect.stringContaining(why) });
});
