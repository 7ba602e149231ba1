#!/usr/bin/env node
import { Refusal, startKit } from '@assay/kit';
import { DesktopSession } from './desktop-session.js';
import { createDesktopServer } from './server.js';

await startKit('assay-desktop', async (_, onBug) => {
  if (process.platform !== 'linux') throw new Refusal('Only desktops of Linux are supported, over AT-SPI.');
  const session = new DesktopSession(() => process.env.DBUS_SESSION_BUS_ADDRESS);
  process.stdin.once('end', () => void session.end().finally(() => process.exit()));
  return () => createDesktopServer({ session, onBug });
});
