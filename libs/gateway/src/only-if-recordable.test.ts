import { aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { onlyIfRecordable } from './only-if-recordable.js';
import { aCall } from './testing/a-call.js';

const ran: string[] = [];
const inner = { name: 'call', reaches: true, run: () => void ran.push('ran') as undefined };
const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));

it.each([
  ['an effect while records are written', false, aVersion(), true],
  ['an effect while they are not', true, aVersion(), false],
  ['reading while they are not', true, reading, true],
])('lets %s pass: %#', (_, isFailing, version, passes) => {
  ran.length = 0;
  const stage = onlyIfRecordable({ isFailing }, inner);
  const failure = stage.run(aCall({}, version));
  expect(ran).toHaveLength(passes ? 1 : 0);
  if (!passes) expect(failure).toMatchObject({ code: 'unavailable', retryAfterMs: expect.any(Number) });
  expect(stage).toMatchObject({ name: 'call', reaches: true });
});
