import { describe, expect, it } from '@jest/globals';
import { LatencyBook, type MeasuredLatency } from './measured-latency.js';
import { aManifest, aVersion } from './testing/builders.js';

const declared = aVersion(aManifest({ sla: { p50Ms: 80, p95Ms: 200, p99Ms: 400 } }), { id: 'declared' });
const undeclared = aVersion(aManifest({ name: 'acme/search' }), { id: 'undeclared' });

function bookOf(...measured: Partial<MeasuredLatency>[]) {
  const book = new LatencyBook();
  for (const [index, parts] of measured.entries()) {
    const of = { id: `m${index}`, organisationId: 'org-acme', versionId: 'undeclared' };
    const state = { ...of, calls: 5, p50Ms: 50, p95Ms: 100, p99Ms: 300, ...parts };
    book.apply({ kind: 'latency', id: state.id, state });
  }
  return book;
}

describe('LatencyBook', () => {
  it('uses an organisation’s own measurements from five calls on, and the declared values before', () => {
    const four = bookOf({ versionId: 'declared', calls: 4 });
    expect(four.of(declared, 'org-acme')).toEqual({ p50Ms: 80, p95Ms: 200, p99Ms: 400, isMeasured: false });
    const five = bookOf({ versionId: 'declared' });
    expect(five.of(declared, 'org-acme')).toEqual({ p50Ms: 65, p95Ms: 150, p99Ms: 350, isMeasured: true });
    expect(five.of(declared, 'org-other').isMeasured).toBe(false);
    expect(five.of(declared, null).p95Ms).toBe(200);
  });

  it('is unknown for a version that declares nothing and has few calls', () => {
    expect(bookOf({ calls: 4 }).of(undeclared, 'org-acme')).toMatchObject({ p95Ms: undefined, isMeasured: false });
  });

  it('shrinks few measurements towards the median of the organisation’s tools, and many hardly', () => {
    const others = [100, 200, 300].map((p95Ms, index) => ({
      versionId: `other-${index}`,
      p50Ms: 20,
      p95Ms,
      p99Ms: p95Ms,
    }));
    const few = bookOf(...others, { id: 'mine', p50Ms: 1_000, p95Ms: 1_000, p99Ms: 1_000 });
    // The median of 100, 200, 300 and 1,000 is 250; five calls weigh as much.
    expect(few.of(undeclared, 'org-acme').p95Ms).toBe(625);
    const many = bookOf(...others, { id: 'mine', calls: 995, p50Ms: 1_000, p95Ms: 1_000, p99Ms: 1_000 });
    expect(many.of(undeclared, 'org-acme').p95Ms).toBeCloseTo(996.25, 6);
  });

  it('forgets deleted versions, and keeps the latest measurement of each', () => {
    const book = bookOf({ p95Ms: 100 });
    const later = { id: 'm0', organisationId: 'org-acme', versionId: 'undeclared', calls: 50 };
    book.apply({ kind: 'latency', id: 'm0', state: { ...later, p50Ms: 300, p95Ms: 300, p99Ms: 300 } });
    expect(book.of(undeclared, 'org-acme').p95Ms).toBe(300);
    book.apply({ kind: 'latency', id: 'm0', state: null });
    expect(book.of(undeclared, 'org-acme').isMeasured).toBe(false);
  });
});
