import type { House } from '../e2e/house.js';
import { startHouse } from '../e2e/house.js';
import { importServer, officialServer } from '../e2e/importing.js';

/** A server with real tools, for the tests of pages. */
export interface ConsoleHouse {
  readonly house: House;
  /** Names of the tools of `demo`, an imported server that keeps a graph in memory. */
  readonly tools: readonly string[];
}

let started: Promise<ConsoleHouse> | undefined;

/** One server for all test files of a worker: pages are read far more often than they change what others see. */
export function sharedConsoleHouse(): Promise<ConsoleHouse> {
  started ??= start();
  return started;
}

async function start(): Promise<ConsoleHouse> {
  const house = await startHouse({ ASSAY_KITS: 'text' });
  await house.admin.post('/v1/namespaces', { name: 'demo', visibility: 'public' });
  const tools = await importServer(house.admin, 'demo', officialServer('memory'), 'memory');
  return { house, tools };
}
