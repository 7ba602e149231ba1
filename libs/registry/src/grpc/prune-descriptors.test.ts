import { describe, expect, it } from '@jest/globals';
import { aField, aFile, aMessage, shopFiles, type } from '../testing/descriptors.js';
import { descriptorPruner } from './prune-descriptors.js';
import { reachableFrom } from './reachable.js';
import { filesOf, readTypes } from './read-types.js';
import { methodOf, type ProtoTypes } from './types.js';
import { WireError } from './wire-reader.js';

function typesOf(files: readonly Uint8Array[]): ProtoTypes {
  const types = readTypes(files);
  if (!types.ok) throw new Error(types.error.message);
  return types.value;
}

const service = 'shop.v1.Orders';

function pruned(files: readonly Uint8Array[], name: string): ProtoTypes {
  const types = typesOf(files);
  const method = methodOf(types, service, name);
  if (method === undefined) throw new Error(`no method ${name}`);
  return typesOf(filesOf(descriptorPruner(files)(service, reachableFrom(types, method))));
}

describe('descriptorPruner', () => {
  it('keeps what the method uses, with its fields as they were, and nothing else', () => {
    const whole = typesOf(shopFiles());
    const kept = pruned(shopFiles(), 'Get');
    expect([...kept.messages.keys()]).not.toContain('shop.v1.Unused');
    expect([...kept.services.keys()]).toEqual([service]);
    const withoutComments = (types: ProtoTypes) =>
      types.messages.get('shop.v1.Order')?.fields.map(({ comment: _comment, ...field }) => field);
    expect(withoutComments(kept)).toEqual(withoutComments(whole));
  });

  it('leaves out files that nothing needs', () => {
    const other = aFile({ inPackage: 'other', messages: [aMessage('Thing', [aField('x', 1, type.string)])] });
    expect([...pruned([...shopFiles(), other], 'Get').messages.keys()]).not.toContain('other.Thing');
  });

  it('throws for files that are none', () => {
    expect(() => descriptorPruner([Uint8Array.from([0x0a, 9])])).toThrow(WireError);
  });
});
