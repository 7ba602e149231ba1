import { describe, it } from '@jest/globals';
import { hostFunctionsContract } from '../testing/host-functions.contract.js';
import { InMemoryHostFunctions } from '../testing/in-memory-host-functions.js';
import { noReach } from './host-access.js';

describe('HostFunctions in memory', () => {
  const texts = { '/data/a.txt': 'A', '/beside.txt': 'B', REGION: 'eu' };
  it.each(hostFunctionsContract)('$name', ({ check }) =>
    check({
      host: new InMemoryHostFunctions(noReach, texts),
      ...{ folder: '/data', beside: '/beside.txt', variable: 'REGION' },
    }),
  );
});
