import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { FakeClock } from '@assay/kernel/testing';
import { aSecret } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { HttpWebhookSender } from './http-webhook-sender.js';
import { type Received, startReceiver } from './receiver.fixture.js';

type Sending = Awaited<ReturnType<typeof startReceiver>> & {
  readonly clock: FakeClock;
  readonly send: (parts?: { url?: string; signal?: AbortSignal }) => ReturnType<HttpWebhookSender['send']>;
  readonly sender: HttpWebhookSender;
};

const body = JSON.stringify({ type: 'ping', data: { text: 'é' } });

async function sending(
  answer: (response: ServerResponse, received: Received) => void,
  run: (sending: Sending) => Promise<void>,
  loopback = true,
): Promise<void> {
  const receiver = await startReceiver(answer);
  const clock = new FakeClock();
  const guard = new EgressGuard({ allow: [], loopback, except: [{ host: '127.0.0.1', port: 5_432 }] });
  const sender = new HttpWebhookSender({ guard, clock, userAgent: 'assay/test' });
  const send: Sending['send'] = ({ url = receiver.url, signal = new AbortController().signal } = {}) =>
    sender.send({ id: 'message', url, secret: aSecret, body, at: clock.now() }, signal);
  try {
    await run({ ...receiver, clock, send, sender });
  } finally {
    await sender.close();
    await receiver.stop();
  }
}

const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('as you like');

describe('sending a webhook', () => {
  it('POSTs the body as it is, with a signature that the receiver can check', () =>
    sending(answering(204), async ({ send, received, clock }) => {
      expect(await send()).toEqual({ ok: true, status: 204 });
      const [{ method, headers, body: got } = { method: '', headers: {}, body: '' }] = received;
      expect([method, got, headers['content-type'], headers['user-agent']]).toEqual([
        'POST',
        body,
        'application/json',
        'assay/test',
      ]);
      const timestamp = String(headers['webhook-timestamp']);
      expect(Number(timestamp)).toBe(Math.floor(clock.now() / 1_000));
      const key = Buffer.from(aSecret.replace('whsec_', ''), 'base64');
      const signed = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.${got}`);
      expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`);
      expect(headers['webhook-id']).toBe('message');
    }));

  it.each([[400], [404], [410], [429], [500], [503]])('counts %i as a failure', (status) =>
    sending(answering(status), async ({ send }) => {
      expect(await send()).toEqual({ ok: false, status, error: `The receiver answered ${status}.` });
    }),
  );

  it('follows no redirect', () =>
    sending(answering(302, { location: 'http://127.0.0.1:1/' }), async ({ send, received }) => {
      expect(await send()).toEqual({
        ok: false,
        status: 302,
        error: 'The receiver redirects (302), which is not followed.',
      });
      expect(received).toHaveLength(1);
    }));

  it('waits ten seconds and no longer', () => {
    let arrived: () => void = () => undefined;
    const there = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    return sending(
      () => arrived(),
      async ({ send, clock }) => {
        const outcome = send();
        await there;
        clock.advance(10_000);
        expect(await outcome).toEqual({ ok: false, status: null, error: 'The receiver did not answer within 10 s.' });
        expect(clock.waiting).toBe(0);
      },
    );
  });

  it('takes the status for the answer, whatever the body does', () =>
    sending(
      (response) => {
        response.writeHead(200).write('x'.repeat(200_000));
      },
      async ({ send, clock }) => {
        expect(await send()).toEqual({ ok: true, status: 200 });
        expect(clock.waiting).toBe(0);
      },
    ));

  it('ends when it is aborted', () => {
    const stop = new AbortController();
    return sending(
      () => stop.abort(),
      async ({ send }) => {
        expect(await send({ signal: stop.signal })).toMatchObject({ ok: false, status: null });
      },
    );
  });

  it.each([
    ['http://127.0.0.1:5432/', /ASSAY_EGRESS_ALLOW/],
    ['http://10.0.0.1/', /ASSAY_EGRESS_ALLOW/],
    ['http://[::ffff:10.0.0.1]/', /ASSAY_EGRESS_ALLOW/],
  ])('says what is wrong with %s', (url, error) =>
    sending(answering(200), async ({ send }) => {
      expect(await send({ url })).toMatchObject({ ok: false, status: null, error: expect.stringMatching(error) });
    }),
  );

  it('says when nothing listens', async () => {
    const gone = await startReceiver(answering(200));
    await gone.stop();
    await sending(answering(200), async ({ send }) => {
      expect(await send({ url: gone.url })).toMatchObject({ error: expect.stringMatching(/nothing listens there/) });
    });
  });

  it('says when the receiver hangs up', () =>
    sending(
      (response) => response.destroy(),
      async ({ send }) => {
        expect(await send()).toMatchObject({ ok: false, error: expect.stringMatching(/closed the connection/) });
      },
    ));

  it('reaches this machine only where that is allowed, and objects beforehand', () =>
    sending(
      answering(200),
      async ({ send, sender, url, received }) => {
        expect(await send()).toMatchObject({ ok: false, error: expect.stringMatching(/not a public address/) });
        expect(await sender.objection(url)).toMatch(/ASSAY_EGRESS_ALLOW/);
        expect(await sender.objection('https://192.168.0.7/')).toMatch(/192\.168\.0\.7/);
        expect(received).toEqual([]);
      },
      false,
    ));

  it('does not object to an address that cannot be resolved yet', () =>
    sending(answering(200), async ({ sender, url }) => {
      expect(await sender.objection(url)).toBeNull();
      expect(await sender.objection('https://nowhere.invalid/')).toBeNull();
    }));
});
