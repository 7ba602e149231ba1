import { describe, expect, it } from '@jest/globals';
import { aDocument } from '../testing/index-suite/contract-case.js';
import { embeddingText, maxText, queryText } from './embedding-text.js';

const tool = aDocument('shop/createInvoice_v2', {
  name: 'createInvoice_v2',
  title: '',
  description: 'Makes a bill.',
  capabilities: ['commerce.invoice'],
  parameters: ['amount', 'in cents'],
});

describe('embeddingText', () => {
  it('says what a tool is called, does and takes, in words', () => {
    expect(embeddingText(tool).text).toBe('create Invoice v2\nMakes a bill.\ncommerce invoice\namount, in cents');
    expect(embeddingText({ ...tool, title: 'Bills', capabilities: [], parameters: [] }).text).toBe(
      'Bills (create Invoice v2)\nMakes a bill.',
    );
  });

  it('is the same for equal texts only, independent of visibility', () => {
    const { digest } = embeddingText(tool);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(embeddingText({ ...tool, audience: [], trustKey: 9 } as typeof tool).digest).toBe(digest);
    expect(embeddingText({ ...tool, description: 'Makes a bill' }).digest).not.toBe(digest);
  });

  it('is bounded, and breaks no character in two', () => {
    const { text } = embeddingText({ ...tool, name: 'x', description: `${'y'.repeat(maxText - 3)}🧾🧾` });
    expect(text).toHaveLength(maxText);
    expect(text.isWellFormed()).toBe(true);
    expect(queryText(`  ${'🧾'.repeat(maxText)} `).isWellFormed()).toBe(true);
    expect(queryText('  a query ')).toBe('a query');
  });
});
