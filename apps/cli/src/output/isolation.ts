import type { ServerView } from '@assay/sdk';
import type { Page } from './page.js';

/** The isolation of a command in one line; undefined for a server with an address. */
export function isolationText(isolation: ServerView['isolation'], page: Page): string | undefined {
  if (isolation === undefined) return undefined;
  if (isolation === 'off') return page.warn('off: disabled by an administrator');
  if (isolation === 'none') return page.warn('none: this machine cannot isolate commands (see docs/isolation.md)');
  const { network, hosts = [], folders, memoryMb, processes, cpus, installScripts } = isolation;
  return [
    `network ${network}`,
    ...(hosts.length > 0 ? [`hosts ${hosts.join(', ')}`] : []),
    ...(folders.length > 0 ? [`folders ${folders.map(({ path, mode }) => `${path} (${mode})`).join(', ')}`] : []),
    `${memoryMb} MB, ${processes} processes, ${cpus} CPUs`,
    ...(installScripts ? ['install scripts allowed'] : []),
  ].join('; ');
}
