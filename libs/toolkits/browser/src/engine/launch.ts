import { Refusal } from '@assay/kit';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { findChromium, noChromium } from './find-chromium.js';

/** What pages are shown in, in CSS pixels. */
export const viewport = Object.freeze({ width: 1_280, height: 800 });

const launchWithinMs = 30_000;

/**
 * Nothing of the browser leaves but through the proxy: names are not resolved here, WebRTC sends no UDP, QUIC is off, and
 * loopback addresses are not excepted. The kit's process is itself in a sandbox, in which Chromium's own one cannot start.
 */
const flags: readonly string[] = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage', '--no-pings'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions'],
  // Pages share renderers: ten tabs of a machine with two cores otherwise take all of it.
  '--renderer-process-limit=6',
  ...['--webrtc-ip-handling-policy=disable_non_proxied_udp', '--dns-prefetch-disable'],
  ...['--proxy-bypass-list=<-loopback>', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
];

/**
 * A browser whose every connection goes through the proxy.
 * @throws Refusal when there is no Chromium, or it does not start.
 */
export async function launchBrowser(proxy: string): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Refusal(noChromium);
  // Loaded at the first use: it takes 0.3 s.
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({
      executablePath,
      args: [...flags],
      proxy: { server: proxy },
      headless: true,
      timeout: launchWithinMs,
    });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new Refusal(`Chromium did not start: ${line}. Give the kit more memory or processes, or try again.`);
  }
}

export const contextOptions: BrowserContextOptions = Object.freeze({
  viewport,
  acceptDownloads: true,
  // What a service worker fetches could not be seen by the kit.
  serviceWorkers: 'block',
  permissions: [],
  reducedMotion: 'reduce',
  locale: 'en-GB',
});
