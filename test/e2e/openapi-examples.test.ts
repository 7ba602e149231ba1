import { type Route, type RouteExample, type RouteName, routeExamples, routes } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type House, startHouse } from './house.js';

let house: House;
beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'data,files' });
});
afterAll(() => house.stop());

const examples = Object.entries(routeExamples) as [RouteName, RouteExample][];

/** The names of a value's members, and of theirs. */
const membersOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

describe('examples of the API document, sent in their order to a new server', () => {
  it.each(examples)('%s is answered as shown', async (name, { body, answer }) => {
    const { path, answers }: Route = routes[name];
    const sent = await house.admin.post<Record<string, unknown>>(path, body);
    expect({ status: sent.status, detail: sent.body.detail }).toEqual({ status: sent.status, detail: undefined });
    expect(Object.keys(answers)).toContain(String(sent.status));
    expect(Object.keys(sent.body)).toEqual(expect.arrayContaining(membersOf(answer)));
    const { output, outputs } = (answer ?? {}) as { output?: unknown; outputs?: unknown };
    if (output !== undefined) expect(sent.body.output).toEqual(output);
    if (outputs !== undefined) expect(sent.body.outputs).toEqual(outputs);
  });
});
