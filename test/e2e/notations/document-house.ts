import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type DocumentTools, publishDocumentTools } from '../../fixtures/document-tools.js';
import type { Client } from '../client.js';
import { type House, startHouse } from '../house.js';

interface DocumentHouse {
  readonly house: House;
  /** An agent of the server's organisation. */
  readonly agent: Client;
  readonly tools: DocumentTools;
}

/** A server with the tools of the documents' examples, for the tests of a file; each begins with nothing called. */
export function documentHouse(environment: () => Promise<Readonly<Record<string, string>>> = async () => ({})) {
  const at = {} as { -readonly [K in keyof DocumentHouse]: DocumentHouse[K] };
  beforeAll(async () => {
    at.house = await startHouse(await environment());
    at.tools = await publishDocumentTools(at.house.admin);
    at.agent = await at.house.as('carl');
  });
  afterAll(async () => {
    await at.house.stop();
    await at.tools.stop();
  });
  beforeEach(() => at.tools.forget());
  return at as DocumentHouse;
}
