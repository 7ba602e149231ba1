import { expect, it } from '@jest/globals';
import { saidFailure, settledByText, upstreamFailure } from './upstream-failure.js';

const manifest = { inputSchema: { properties: { user_id: {} } } };

it('settles a failure by its text once, and keeps what surely did nothing', () => {
  const settled = settledByText(saidFailure('rejected', 'fetch failed', 'it said so'), { input: {}, manifest });
  expect(settled).toEqual({ code: 'upstream_unavailable', outcome: 'unknown', message: 'it said so', fault: 'lost' });
  const turnedAway = saidFailure('invalid', 'fetch failed', 'm', { outcome: 'none' });
  expect(settledByText(turnedAway, { input: {}, manifest })).toMatchObject({ outcome: 'none' });
  expect(settledByText(settled, { input: {}, manifest })).toBe(settled);
});

it('judges a text against arguments and parameters', () => {
  const absent = saidFailure('rejected', 'No such user', 'm');
  expect(settledByText(absent, { input: {}, manifest })).toMatchObject({ code: 'upstream_not_found', outcome: 'none' });
  expect(settledByText(saidFailure('rejected', 'name is required', 'm'), { input: {}, manifest })).toMatchObject({
    namesRequest: true,
  });
});

it('has code and outcome from the table', () => {
  expect(upstreamFailure('credential', 'no')).toEqual({
    code: 'credential_refused',
    outcome: 'none',
    message: 'no',
    fault: 'credential',
  });
});
