import { describe, expect, it } from '@jest/globals';
import { SchemaDocument } from './schema-document.js';

describe('references', () => {
  const inner = { $id: 'inner', $defs: { c: { $anchor: 'near' } }, properties: { here: { $ref: '#/$defs/c' } } };
  const root = { $defs: { a: { type: 'string' }, 'b/c~d': {}, named: { $anchor: 'far' }, inner }, properties: {} };
  const document = new SchemaDocument(root);

  it.each<[string, object, unknown]>([
    ['#', root, root],
    ['#/$defs/a', root, root.$defs.a],
    ['#/$defs/b~1c~0d', root, root.$defs['b/c~d']],
    ['#/%24defs/a', root, root.$defs.a],
    ['#far', root, root.$defs.named],
    ['inner', root, inner],
    ['inner#near', root, inner.$defs.c],
    ['#/$defs/c', inner.properties.here, inner.$defs.c],
    ['#', inner.properties.here, inner],
    ['#/$defs/none', root, undefined],
    ['#none', root, undefined],
    ['https://elsewhere.example/schema', root, undefined],
    ['http://[', root, undefined],
  ])('%s resolves to its target', (reference, from, target) => {
    expect(document.resolve(reference, from as typeof root)).toBe(target);
  });

  it('of draft-07 support anchors written as $id', () => {
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: { $id: '#named' } } };
    const read = new SchemaDocument(old);
    expect([read.dialect, read.resolve('#named', old)]).toEqual(['draft-07', old.definitions.a]);
  });

  it('terminate in schemas that contain each other many times', () => {
    const shared = { type: 'string' };
    const twice = { allOf: [shared, shared], $defs: { shared } };
    expect(new SchemaDocument(twice).resolve('#/$defs/shared', twice)).toBe(shared);
  });
});
