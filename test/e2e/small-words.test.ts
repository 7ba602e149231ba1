import type { DiscoveryAnswer } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let owner: Client;

const tools = {
  weather_forecast: 'Tells the weather forecast of a city for the next days',
  check_condition: 'Tells whether a condition of a rule is met, and whether others are',
  decide: 'Says whether an expression is true',
  convert_audio: 'Converts sound files from wav to mp3',
  mp_members: 'Lists each MP of a parliament, 3 a page',
  convert_units: 'Converts 3 units of length',
  make_folder: 'Creates a folder at a path',
  exchange_rates: 'Gives the exchange rate of two currencies',
  roll: 'Rolls a die with so many sides',
};

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'files' });
  owner = await house.as('olga', { role: 'publisher' });
  await owner.post('/v1/namespaces', { name: 'words', visibility: 'public' });
  for (const [name, description] of Object.entries(tools))
    await owner.post('/v1/tools', httpManifest(`words/${name}`, { description }));
});
afterAll(() => house.stop());

const first = async (query: string) =>
  (await owner.post<DiscoveryAnswer>('/v1/discover', { query })).body.results[0]?.tool;

describe('a search over HTTP', () => {
  it.each([
    ['wether forecast for the city', 'weather_forecast'],
    ['what is the wether in the next days', 'weather_forecast'],
    ['convert my song to mp3', 'convert_audio'],
    ['mp3', 'convert_audio'],
    ['mkdir', 'make_folder'],
    ['fx rate of two currencies', 'exchange_rates'],
    ['roll dice', 'roll'],
  ])('finds "%s"', async (query, tool) => {
    expect(await first(query)).toBe(`words/${tool}`);
  });
});
