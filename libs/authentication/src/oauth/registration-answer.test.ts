import { describe, expect, it } from '@jest/globals';
import { withExpiry } from './registration-answer.js';

const read = async (text: string, status = 201) => {
  const answer = await withExpiry(new Response(text, { status, headers: { 'content-type': 'application/json' } }));
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
};

describe('the answer to a registration', () => {
  it.each([
    [
      'a secret without its end does not end',
      '{"client_secret":"s"}',
      '{"client_secret":"s","client_secret_expires_at":0}',
    ],
    ['a secret with its end keeps it', '{"client_secret":"s","client_secret_expires_at":7}', undefined],
    ['a client without a secret stays as it is', '{"client_id":"c"}', undefined],
    ['what is no object stays as it is', '[1]', undefined],
    ['what is no JSON stays as it is', 'no', undefined],
  ])('%s', async (_what, given, expected) => {
    expect(await read(given)).toEqual({ status: 201, text: expected ?? given, type: 'application/json' });
  });

  it('keeps the status of a refusal', async () => {
    expect((await read('{"error":"invalid_redirect_uri"}', 400)).status).toBe(400);
  });
});
