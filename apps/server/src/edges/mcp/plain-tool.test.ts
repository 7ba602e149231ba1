import { aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { plainTool } from './plain-tool.js';

const shown = (parts: Parameters<typeof aManifest>[0]) => plainTool('order', aVersion(aManifest(parts)));

it('shows a tool as a plain client lists it', () => {
  const outputSchema = { type: 'object', properties: { id: { type: 'integer' } } };
  const annotations = { readOnlyHint: true, honoursKey: true };
  const tool = shown({ title: 'Order', outputSchema, annotations });
  expect(tool).toMatchObject({ name: 'order', title: 'Order', outputSchema, inputSchema: { type: 'object' } });
  expect([tool.annotations, tool._meta]).toEqual([
    { readOnlyHint: true },
    { 'assay/tool': 'acme/orders.create@1.0.0' },
  ]);
});

it('leaves out what the protocol has no place for, and says nothing of what the tool does not', () => {
  const tool = shown({ inputSchema: { properties: {} }, outputSchema: { type: 'array' } });
  expect(tool.inputSchema.type).toBe('object');
  for (const absent of ['outputSchema', 'annotations', 'title']) expect(tool).not.toHaveProperty(absent);
});

it('shows another input schema when given', () => {
  const inputSchema = { type: 'object', properties: {} };
  expect(plainTool('order', aVersion(), { inputSchema }).inputSchema).toEqual(inputSchema);
});
