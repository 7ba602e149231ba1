import type { IndexAnswer, IndexQuery, ToolDocument, ToolIndex } from '../../tool-index.js';

/** One promise of the port. `check` throws when an engine breaks it. */
export interface ContractCase {
  readonly name: string;
  /** `index` is empty, and nobody else's. */
  readonly check: (index: ToolIndex) => Promise<void>;
}

/** A document about nothing in particular that everybody sees. */
export const aDocument = (id: string, more: Partial<ToolDocument> = {}): ToolDocument => ({
  id,
  name: id.split('/').at(-1) ?? id,
  title: '',
  description: '',
  provider: '',
  capabilities: [],
  parameters: [],
  audience: ['public'],
  organisationId: 'org-a',
  trustKey: 0,
  insideTrustKey: 0,
  namespace: 'a',
  protocol: 'http',
  stage: 'BETA',
  readOnly: false,
  deprecated: false,
  publishedAt: 0,
  ...more,
});

export const find = (index: ToolIndex, query: Partial<IndexQuery>): Promise<IndexAnswer> =>
  index.search({ text: '', capabilities: [], audience: ['public'], limit: 200, ...query });

export const idsOf = (answer: IndexAnswer): string[] => answer.candidates.map(({ id }) => id);
