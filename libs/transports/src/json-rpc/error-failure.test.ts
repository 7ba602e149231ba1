import { settledByText } from '@assay/gateway';
import { describe, expect, it } from '@jest/globals';
import { errorFailure } from './error-failure.js';
import { specErrors } from './spec-examples.fixture.js';

describe('errorFailure', () => {
  it.each(specErrors)('takes $code for $failure, its effect $outcome', ({ code, message, failure, outcome }) => {
    const found = errorFailure('acme/api', { code, message });
    expect(settledByText(found, { input: {}, manifest: { inputSchema: {} } })).toMatchObject({
      code: failure,
      outcome,
      message: `acme/api answered with the error ${code}: ${message}`,
      data: { upstreamError: { code, message } },
    });
  });

  it('keeps small data, and the beginning of large data', () => {
    const dataOf = (data: unknown) => errorFailure('it', { code: 1, message: 'm', data }).data?.upstreamError;
    expect(dataOf({ a: [1] })).toMatchObject({ data: { a: [1] } });
    expect((dataOf('x'.repeat(20_000)) as { data: string }).data).toHaveLength(8_193);
    const nested = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown;
    expect(dataOf(nested)).toMatchObject({ data: expect.stringContaining('nested') });
  });

  it('says of something else that it is no error', () => {
    for (const error of ['broken', null, { message: 'x' }, { code: 1.5, message: 'x' }])
      expect(errorFailure('it', error)).toMatchObject({ code: 'upstream_error', outcome: 'unknown' });
  });
});
