import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '@assay/contracts';
import { FakeModel } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { confirm, propose } from './importing.js';

const needed = ['/usr/bin/Xvfb', '/usr/bin/zenity', '/usr/bin/dbus-daemon', '/usr/libexec/at-spi-bus-launcher'];
const withDesktop = needed.every((it) => existsSync(it)) ? describe : describe.skip;

const children: ChildProcess[] = [];
const firstLine = (child: ChildProcess, descriptor: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stdio[descriptor]?.on('data', (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes('\n')) resolve(said.trim());
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });

/** Variables of a desktop session without a screen. */
async function startDesktop(): Promise<Record<string, string>> {
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const;
  const screen = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], { stdio: [...stdio] });
  children.push(screen);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, LANG: 'C.UTF-8', DISPLAY: `:${await firstLine(screen, 3)}` };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=3'], { env, stdio: [...stdio] });
  children.push(bus);
  return { ...env, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, 3) };
}

/** What the scripted model decides, from what it is shown. */
function decision(prompt: string): object {
  const step = Number([...prompt.matchAll(/^\{"step":(\d+)/gm)].at(-1)?.[1] ?? 0);
  const observation = prompt.split('Observation (data):').at(-1) ?? '';
  const decisions = [
    { action: 'set_text', arguments: { name: 'Name', text: 'Ada' } },
    { action: 'set_text', arguments: { name: 'City', text: 'Ulm' } },
    { action: 'activate', arguments: { name: 'OK', effect: 'input' } },
    { action: 'activate', arguments: { name: 'OK', effect: 'submit', label: 'OK' } },
    { action: 'done', result: { sent: !observation.includes('push button') } },
  ];
  return decisions[step] ?? { action: 'done' };
}

withDesktop('a desktop in the action loop', () => {
  let house: House;
  let model: FakeModel;
  let env: Record<string, string>;

  beforeAll(async () => {
    env = await startDesktop();
    model = await new FakeModel({
      answer: ({ messages }) => JSON.stringify(decision((messages as { content: string }[]).at(-1)?.content ?? '')),
    }).start();
    house = await startHouse({ LLM_BASE_URL: model.url, LLM_MODEL: 'small' });
    await house.admin.post('/v1/namespaces', { name: 'acme' });
    const main = join(import.meta.dirname, '..', '..', 'libs', 'toolkits', 'desktop', 'dist', 'main.js');
    const { DISPLAY = '', DBUS_SESSION_BUS_ADDRESS = '' } = env;
    const mcp = { command: process.execPath, args: [main], env: { DISPLAY, DBUS_SESSION_BUS_ADDRESS } };
    const proposed = await propose(house.admin, 'acme', mcp, { server: 'desktop', isolation: 'off' });
    const confirmed = await confirm(house.admin, proposed.body.id);
    expect([proposed.status, confirmed.status]).toEqual([201, 200]);
  }, 120_000);
  afterAll(async () => {
    await house?.stop();
    await model?.stop();
    for (const child of children.reverse()) child.kill('SIGTERM');
  });

  it('fills and sends a form of GTK by accessible names', async () => {
    const form = spawn('zenity', ['--forms', '--text=New order', '--add-entry=Name', '--add-entry=City'], {
      env: { ...env, GTK_MODULES: 'gail:atk-bridge', NO_AT_BRIDGE: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(form);
    const sent = firstLine(form, 1);
    sent.catch(() => {});
    await eventually(async () => {
      const call = { tool: 'acme/desktop.observe', input: {} };
      const { body } = await house.admin.post<{ output?: { tree: string } }>('/v1/invocations', call);
      return body.output?.tree.includes('"OK"') ? true : undefined;
    }, 'shown');
    const act = {
      task: 'Order for Ada in Ulm',
      observe: 'acme/desktop.observe',
      tools: ['acme/desktop.set_text', 'acme/desktop.activate'],
      schema: { type: 'object', properties: { sent: { const: true } }, required: ['sent'] },
    };
    const { body } = await house.admin.post<RunView>('/v1/plans/execute', { chain: { act } });
    expect(body.output).toMatchObject({
      outcome: 'Success',
      result: { sent: true },
      history: [
        { action: 'set_text', outcome: 'done' },
        { action: 'set_text', outcome: 'done' },
        { action: 'activate', outcome: 'failed', reason: expect.stringContaining('"submit"') },
        { action: 'activate', outcome: 'done' },
        { action: 'done' },
      ],
    });
    expect(await sent).toBe('Ada|Ulm');
  }, 120_000);
});
