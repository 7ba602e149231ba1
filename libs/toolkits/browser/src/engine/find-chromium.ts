import { existsSync } from 'node:fs';

/** Programs, not the scripts that start them: those read configuration outside of a sandbox. */
const places = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
] as const;

/** The Chromium of this machine; undefined when there is none. */
export const findChromium = (): string | undefined => places.find((it) => existsSync(it));

/** What is missing and how to get it. */
export const noChromium =
  'Chromium is not installed. Install it (Debian: apt-get install chromium; Fedora: dnf install chromium), then restart.';
