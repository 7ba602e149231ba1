import { fail } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import type { Healing } from '../happened.js';
import { aCall, aCallWith } from '../testing/a-call.js';
import { RepairMetrics } from './repair-metrics.js';

const healing = (parts: Partial<Healing>, dryRun = false) =>
  aCall({ dryRun, repairs: [], healing: { attempts: 1, addedMs: 5, tokens: 0, tried: new Set<string>(), ...parts } });

it('counts calls that something was tried for', () => {
  const metrics = new RepairMetrics();
  metrics.finished(aCall(), undefined);
  metrics.finished(healing({}, true), undefined);
  metrics.finished(healing({ attempts: 0 }), undefined);
  metrics.finished(healing({}), undefined);
  metrics.finished(healing({ attempts: 3, addedMs: 20 }), fail('tool_error', 'x').error);
  metrics.finished(aCallWith(healing({}), { repairs: undefined }), undefined);
  metrics.falseRepair('caller');
  expect(metrics.counts()).toEqual({
    calls: 3,
    succeeded: 1,
    attempts: 5,
    addedMs: 30,
    false: { caller: 1, sanity: 0, corroboration: 0 },
  });
});
