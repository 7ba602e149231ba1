import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signedHeaders } from './sign-message.js';

describe('the signature of a webhook', () => {
  it('is the one of the Standard Webhooks convention', () => {
    // The published example of the convention's reference libraries.
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      url: 'https://hooks.example/',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      body: '{"test": 2432232314}',
      at: 1_614_265_330_000,
    };
    expect(signedHeaders(message)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('covers every character of the body, and the second of the attempt', () => {
    const key = Buffer.from('a key of thirty-two bytes here!!');
    const secret = `whsec_${key.toString('base64')}`;
    const message = { id: 'id', url: 'https://hooks.example/', secret, body: '{"é":"🧾"}', at: 1_999 };
    const expected = createHmac('sha256', key).update('id.1.{"é":"🧾"}', 'utf8').digest('base64');
    expect(signedHeaders(message)['webhook-signature']).toBe(`v1,${expected}`);
    expect(signedHeaders({ ...message, body: '{"é":"🧾"} ' })['webhook-signature']).not.toBe(`v1,${expected}`);
  });
});
