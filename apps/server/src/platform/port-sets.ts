import { Directory } from '@assay/identity';
import { Catalogue } from '@assay/registry';
import type { Logger } from 'pino';
import { AUDIT_LOG, CATALOGUE_STORE, CHANGE_FEED, CLOCK, IDENTITY_STORE, LOG, RANDOM } from './ports.js';
import { from, type PortToken } from './provide.js';

// Ports that many use cases ask for together.

/** What records a change and waits until it is known here. */
export const changePorts = { audit: AUDIT_LOG, feed: CHANGE_FEED, clock: CLOCK, random: RANDOM };

export const identityPorts = { ...changePorts, directory: Directory, store: IDENTITY_STORE };

/** What is read from memory. */
export const memory = { catalogue: Catalogue, directory: Directory };

export const cataloguePorts = { ...changePorts, ...memory, store: CATALOGUE_STORE };

/** Logs a problem in the background that is tried again or can be done without. */
export const warns = (message: string): PortToken<(cause: unknown) => void> =>
  from(LOG, (log) => warning(log, message));

export const warning =
  (log: Logger, message: string) =>
  (cause: unknown): void =>
    log.warn({ reason: (cause as Error)?.message }, message);
