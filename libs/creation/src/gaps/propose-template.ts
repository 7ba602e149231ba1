import type { GapTemplate } from '@assay/contracts';
import type { UnmetSum } from './gap-store.js';
import { wordsOf } from './request-key.js';

/** What a tool for a request has to have: name and description are from the request, the rest is for its maker to fill in. */
export function proposeTemplate({ text }: Pick<UnmetSum, 'text'>): GapTemplate {
  const words = wordsOf(text).map((it) => it.normalize('NFKD').replaceAll(/[^a-z0-9]/g, ''));
  const name = words
    .filter((it) => it !== '')
    .slice(0, 5)
    .join('-')
    .slice(0, 60);
  return {
    name: name === '' ? 'new-tool' : name,
    description: text.length < 10 ? `Does this: ${text}` : text,
    language: 'typescript',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object', properties: {} },
    code: 'export default function (input) {\n  return {};\n}\n',
    tests: [],
  };
}
