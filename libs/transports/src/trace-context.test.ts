import { describe, expect, it } from '@jest/globals';
import { traceContextOf } from './trace-context.js';

const invocationId = '01a20621-735c-7dd9-a18c-8142482044c9';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the trace context of a call', () => {
  it('names the trace, the invocation as its span, and the baggage', () => {
    expect(traceContextOf({ invocationId, traceId, baggage: 'team=a' })).toEqual({
      traceparent: `00-${traceId}-01a20621735c7dd9-01`,
      baggage: 'team=a',
    });
  });

  it('is empty without a trace, and never has a span of zeros', () => {
    expect(traceContextOf({ invocationId })).toEqual({});
    expect(traceContextOf({ invocationId: '0', traceId }).traceparent).toBe(`00-${traceId}-0000000000000001-01`);
  });
});
