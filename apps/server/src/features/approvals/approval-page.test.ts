import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { approvalPageHtml, approvalPageScript } from './approval-page-assets.js';

interface Requested {
  readonly path: string;
  readonly body: unknown;
}

type Listener = (event: object) => void;

/** As much of an element as the page's script uses. */
class FakeElement {
  textContent = '';
  value = '';
  hidden = false;
  disabled = false;
  className = '';
  children: FakeElement[] = [];
  readonly classList = { toggle: () => undefined };
  readonly #listeners = new Map<string, Listener>();

  addEventListener(kind: string, listener: Listener): void {
    this.#listeners.set(kind, listener);
  }

  replaceChildren(...children: FakeElement[]): void {
    this.children = children;
  }

  fire(kind: string): void {
    this.#listeners.get(kind)?.({ preventDefault: () => undefined, submitter: null });
  }
}

const waiting = {
  ...{ tool: 'acme/mail.send', version: '1.0.0', description: null, status: 'pending', outcome: null, needed: 1 },
  caller: { name: 'planner', kind: 'agent' },
  risks: { readOnly: false, destructive: 'yes', openWorld: 'yes', undo: null, costUsd: null, stage: 'BETA' },
  ...{ subject: 'call', result: null },
  ...{ why: 'asked', expiresAt: '2026-11-23T00:00:00Z', invocation: 'i', repaired: [], decisions: [] },
};

/** The page's own script over elements with the ids that its markup has, and a server that answers one approval. */
function openPage(input: unknown, partOf: object | null = null, { session = {}, isOwn = false } = {}) {
  const elements = new Map([...approvalPageHtml.matchAll(/ id="([^"]+)"/g)].map(([, id]) => [id, new FakeElement()]));
  const at = (id: string): FakeElement => elements.get(id) as FakeElement;
  const requested: Requested[] = [];
  const headers: Record<string, string>[] = [];
  let isConfirmed = false;
  const approval = {
    ...waiting,
    risks: { ...waiting.risks, trust: { score: 0.5, confidence: 0 } },
    arguments: input,
    partOf,
  };
  const context = createContext({
    location: { pathname: '/approvals/0198f2a1' },
    document: { getElementById: at, createElement: () => new FakeElement(), querySelectorAll: () => [] },
    fetch: async (path: string, { body, headers: sent }: { body?: string; headers: Record<string, string> }) => {
      requested.push({ path, body: body === undefined ? undefined : JSON.parse(body) });
      headers.push(sent);
      if (path === '/v1/session') return { ok: true, json: async () => session };
      if (path === '/v1/account/reauthenticate') isConfirmed = true;
      if (isOwn && !isConfirmed && body !== undefined)
        return { ok: false, json: async () => ({ code: 'reauthentication_required', detail: 'Enter it again.' }) };
      return { ok: true, json: async () => (body === undefined ? approval : { ...approval, status: 'approved' }) };
    },
  });
  runInContext(approvalPageScript, context);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    at,
    requested,
    headers,
    settled,
    show: async () => {
      at('key').value = 'a key';
      at('key-form').fire('submit');
      await settled();
    },
  };
}

describe('the script of the page where a person decides', () => {
  it('decides when a button is pressed, and never by Enter in the field for the reason', async () => {
    const page = openPage({});
    await page.show();
    page.at('reason').value = 'wrong customer';
    page.at('decision-form').fire('submit');
    await page.settled();
    expect(page.requested.filter(({ body }) => body !== undefined)).toEqual([]);
    page.at('deny').fire('click');
    await page.settled();
    expect(page.requested.filter(({ body }) => body !== undefined)).toEqual([
      { path: '/v1/approvals/0198f2a1/decision', body: { decision: 'deny', reason: 'wrong customer' } },
    ]);
    const decisionForm = approvalPageHtml.slice(approvalPageHtml.indexOf('id="decision-form"'));
    expect(decisionForm).not.toContain('<button type="submit"');
  });

  it('asks a person who is signed in for no key, and for the password again on their own call', async () => {
    const page = openPage({}, null, { session: { signedIn: true, csrfToken: 'token' }, isOwn: true });
    await page.settled();
    expect([page.at('key-form').hidden, page.at('approval').hidden]).toEqual([true, false]);
    page.at('approve').fire('click');
    await page.settled();
    expect(page.at('confirm-form').hidden).toBe(false);
    page.at('password').value = 'my password';
    page.at('confirm-form').fire('submit');
    await page.settled();
    expect(page.requested.at(-1)).toEqual({ path: '/v1/account/reauthenticate', body: { password: 'my password' } });
    expect([page.at('confirm-form').hidden, page.at('password').value]).toEqual([true, '']);
    page.at('approve').fire('click');
    await page.settled();
    expect(page.at('message').textContent).toBe('Approved: the call is being made.');
    expect(page.headers.every((it) => !('authorization' in it))).toBe(true);
    expect(page.headers.at(-2)).toMatchObject({ 'x-assay-csrf': 'token' });
  });

  it('says of what the call is a step, what depends on it, and what goes on once it is approved', async () => {
    const page = openPage({}, { kind: 'run', id: 'r1', step: 'wipe', neededBy: ['after'], neededByCount: 3 });
    await page.show();
    const facts = page.at('facts').children.map(({ textContent }) => textContent);
    expect(facts.join('; ')).toContain('Step; wipe of the run r1; Needed by; after and 2 more; Call; i');
    expect(page.at('title').textContent).toBe('A step of a run is waiting for your approval');
    page.at('approve').fire('click');
    await page.settled();
    expect(page.at('message').textContent).toBe('Approved: the run continues.');
    const consent = openPage({}, { kind: 'saga', id: 'i', step: 'card', neededBy: [], neededByCount: 0 });
    await consent.show();
    const told = consent.at('facts').children.map(({ textContent }) => textContent);
    expect(told).toEqual(expect.arrayContaining(['card of the saga i', 'no other step']));
    expect(told).not.toContain('Call');
  });

  it('writes out what could not be seen in the arguments, and shows the rest as it is', async () => {
    const page = openPage({ to: 'pay \u202e001\u202c\u200b', note: '<b>Grüße, 東京</b>\u00a0\u{e0041}' });
    await page.show();
    expect(page.at('arguments').textContent).toBe(
      '{\n  "to": "pay \\u202e001\\u202c\\u200b",\n  "note": "<b>Grüße, 東京</b>\\u00a0\\udb40\\udc41"\n}',
    );
    expect(JSON.parse(page.at('arguments').textContent)).toMatchObject({ to: 'pay \u202e001\u202c\u200b' });
  });

  it('tells of letters that look like Latin ones, and of none where all are what they look like', async () => {
    const page = openPage({ to: ['pia@\u0430cme.example', 'Привет', 'Ελλάδα'] });
    await page.show();
    expect([page.at('letters').hidden, page.at('letters').textContent]).toEqual([
      false,
      'Contains look-alike characters: pia@\\u0430cme.example',
    ]);
    const plain = openPage({ to: 'pia@acme.example' });
    await plain.show();
    expect(plain.at('letters').hidden).toBe(true);
  });
});
