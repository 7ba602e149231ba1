import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { outOfTime } from './out-of-time.js';
import { aCall } from './testing/a-call.js';

describe('outOfTime', () => {
  it('says that the tool has answered', () => {
    const call = aCall({}, aVersion(aManifest({ annotations: {} })));
    expect(outOfTime(call)).toMatchObject({ code: 'deadline_exceeded', outcome: 'done' });
    call.resolved.deadline.cancel();
    expect(outOfTime(call)).toMatchObject({ code: 'cancelled', outcome: 'done' });
    const reading = aCall({}, aVersion(aManifest({ annotations: { readOnlyHint: true } })));
    expect(outOfTime(reading)).toMatchObject({ code: 'deadline_exceeded', outcome: 'none' });
  });
});
