import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { DesktopSession } from './desktop-session.js';
import { createDesktopServer } from './server.js';

const programs = ['Xvfb', 'zenity', 'dbus-daemon'].every((it) => existsSync(`/usr/bin/${it}`));
const isReady = programs && existsSync('/usr/libexec/at-spi-bus-launcher');
const withDesktop = isReady ? describe : describe.skip;

const children: ChildProcess[] = [];
const forms: ChildProcess[] = [];
const formerDisplay = process.env.DISPLAY;
let env: Record<string, string>;
let session: DesktopSession;
let client: Client;

/** The first line that a program writes to a descriptor. */
const firstLine = (child: ChildProcess, descriptor: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stdio[descriptor]?.on('data', (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes('\n')) resolve(said.trim());
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });

async function startDesktop(): Promise<void> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.push(screen);
  const display = `:${await firstLine(screen, 3)}`;
  env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LANG: 'C.UTF-8', DISPLAY: display };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=3'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.push(bus);
  process.env.DISPLAY = display;
  env = {
    ...env,
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, 3),
    GTK_MODULES: 'gail:atk-bridge',
    NO_AT_BRIDGE: '0',
  };
}

/** A form of GTK, and what it writes when it is sent. */
function openForm(): Promise<string> {
  const form = spawn(
    'zenity',
    ['--forms', '--title=Order', '--text=New order', '--add-entry=Name', '--add-entry=City', '--add-password=Code'],
    {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  forms.push(form);
  const sent = firstLine(form, 1);
  // A test may close it unsent.
  sent.catch(() => {});
  return sent;
}

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  const said = (content as { text: string }[])[0]?.text ?? '';
  return { isError: isError === true, said, value: (structuredContent ?? {}) as { tree: string } };
};

/** The tree once it shows a text. */
async function shows(text: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { value } = await call('observe', { boxes: true });
    if (value.tree?.includes(text)) return value.tree;
    await pause(100);
  }
  throw new Error(`"${text}" did not show`);
}

withDesktop('the desktop tools', () => {
  beforeAll(async () => {
    await startDesktop();
    session = new DesktopSession(() => env.DBUS_SESSION_BUS_ADDRESS);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const onBug = (error: unknown) => process.stderr.write(`${String(error)}\n`);
    serveStdio(() => createDesktopServer({ session, onBug }), { transport: theirs });
    client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(ours);
  }, 60_000);
  afterAll(async () => {
    await client?.close();
    await session?.end();
    if (formerDisplay === undefined) delete process.env.DISPLAY;
    else process.env.DISPLAY = formerDisplay;
    for (const child of children.reverse()) child.kill('SIGTERM');
  });

  afterEach(async () => {
    for (const form of forms.splice(0)) {
      if (form.exitCode !== null) continue;
      form.kill('SIGTERM');
      await once(form, 'exit');
    }
  });

  it('fill and send a form by accessible names, without coordinates', async () => {
    const sent = openForm();
    const tree = await shows('push button "OK"');
    expect(tree).toMatch(/\[e\d+\] text "Name" .*@\d+,\d+,\d+,\d+/);
    expect((await call('set_text', { name: 'Name', text: 'Ada' })).said).toBe('Set text "Name".');
    await call('set_text', { name: 'City', text: 'Ulm an der Donau' });
    await call('set_text', { name: 'Code', text: 'open sesame' });
    const filled = await shows('"Ulm an der Donau"');
    expect(filled).toMatch(/text "Name"(?: focused)? = "Ada"/);
    expect(filled).toContain('= •••');
    expect(filled).not.toContain('sesame');
    const wrong = await call('activate', { name: 'OK', effect: 'input' });
    expect([wrong.isError, wrong.said]).toEqual([true, expect.stringContaining('its effect is "submit"')]);
    expect((await call('activate', { name: 'OK', effect: 'submit' })).said).toContain('label "OK"');
    expect((await call('activate', { name: 'OK', effect: 'submit', label: 'OK' })).isError).toBe(false);
    expect(await sent).toBe('Ada|Ulm an der Donau|open sesame');
  }, 60_000);

  it('type by keys and click at a point, where names do not help', async () => {
    const sent = openForm();
    await shows('push button "OK"');
    const { tree } = (await call('observe', { boxes: true })).value;
    const at = (role: string) => {
      const [, x, y, width, height] = new RegExp(`${role}.*@(\\d+),(\\d+),(\\d+),(\\d+)`).exec(tree) ?? [];
      return { x: Number(x) + Math.round(Number(width) / 2), y: Number(y) + Math.round(Number(height) / 2) };
    };
    await call('click', { ...at('text "Name"'), effect: 'submit' });
    expect((await call('press', { text: 'Bob', effect: 'submit' })).isError).toBe(false);
    await shows('text "Name" focused = "Bob"');
    await call('click', { ...at('push button "OK"'), effect: 'submit' });
    expect(await sent).toBe('Bob||');
  }, 60_000);

  (existsSync('/usr/bin/maim') ? it : it.skip)('take a picture of the screen and of a region', async () => {
    const sizeOf = async (args: Record<string, unknown>) => {
      const { content } = await client.callTool({ name: 'screenshot', arguments: args });
      const block = (content as { type: string; data?: string }[]).find((it) => it.type === 'image');
      const png = Buffer.from(block?.data ?? '', 'base64');
      return [png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect(await sizeOf({})).toEqual(['PNG', 1_024, 768]);
    expect(await sizeOf({ region: { x: 10, y: 10, width: 120, height: 50 } })).toEqual(['PNG', 120, 50]);
  });

  it('say what is not there, what is meant twice, and what takes no text', async () => {
    void openForm();
    await shows('push button "OK"');
    expect((await call('set_text', { name: 'Street', text: 'x' })).said).toContain('is not there');
    expect((await call('set_text', { name: 'OK', text: 'x' })).said).toContain('takes no text');
    expect((await call('set_text', { text: 'x' })).said).toContain('in one way');
    expect((await call('activate', { name: 'OK', action: 'fly', effect: 'submit', label: 'OK' })).said).toContain(
      'Click',
    );
    expect((await call('activate', { name: 'OK', effect: 'submit', label: 'Pay' })).said).toContain('not "Pay"');
  }, 60_000);
});

it('says what is missing where there is no session', async () => {
  const none = new DesktopSession(() => undefined);
  await expect(none.elements()).rejects.toThrow('DBUS_SESSION_BUS_ADDRESS');
});
