import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunCheck } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Refusal } from '../client.js';
import { documentHouse } from './document-house.js';

const at = documentHouse();

const pages = ['pipeline', 'plan', 'composed-tool', 'chain'];
const pageOf = (page: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs/notations', `${page}.md`), 'utf8');
const examples = pages.flatMap((page) =>
  [...pageOf(page).matchAll(/```json\n(.*?)```/gs)].map(
    ([, text = ''], index) => [page, index + 1, JSON.parse(text) as Record<string, unknown>] as const,
  ),
);

describe('the reference pages of the notations', () => {
  it('have examples', () => {
    expect(new Set(examples.map(([page]) => page))).toEqual(new Set(pages));
  });

  it.each(examples)('%s, example %i: is without a problem', async (_page, _at, example) => {
    if ('endpoint' in example) {
      const published = await at.house.admin.post<Refusal>('/v1/tools', example);
      expect([published.status, published.body.errors]).toEqual([201, undefined]);
      return;
    }
    const { body } = await at.house.admin.post<RunCheck>('/v1/plans/check', example);
    expect(body).toMatchObject({ ok: true, problems: [] });
  });
});
