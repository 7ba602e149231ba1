import { describe, expect, it } from '@jest/globals';
import {
  capabilitySchema,
  localNameSchema,
  namespaceNameSchema,
  qualifiedNameSchema,
  revocationTargetSchema,
  toolReferenceSchema,
} from './names.js';

// schema, what it takes, what it refuses
describe.each([
  [
    'a namespace',
    namespaceNameSchema,
    ['a', '7', 'acme', 'acme.example', 'a-b', 'a'.repeat(63)],
    ['', 'Acme', '-a', 'a-', '.a', 'a.', 'a_b', 'a/b', 'a'.repeat(64), 'acme\n', 'ácme'],
  ],
  [
    'a local name',
    localNameSchema,
    ['a', 'createOrder', 'orders.create-2_x', '.', 'x'.repeat(128)],
    ['', 'a b', 'a/b', 'a@b', 'é', 'x'.repeat(129), 'a\n'],
  ],
  [
    'a qualified name',
    qualifiedNameSchema,
    ['acme/orders.create'],
    ['acme', 'acme/', '/x', 'a/b/c', 'Acme/x', 'acme/x@1'],
  ],
  [
    'a tool reference',
    toolReferenceSchema,
    ['acme/x', 'acme/x@1.2.3', 'acme/x@>=1 <3', 'acme/x@latest'],
    ['acme/x@', 'acme/x@1@2', 'x@1', `acme/x@${'1'.repeat(201)}`],
  ],
  [
    'a target of a revocation',
    revocationTargetSchema,
    [
      ...['acme/*', 'acme/x', 'acme/x@1.2.3', 'acme/x@>=1 <3', 'acme.example/x@*'],
      // Servers of the registry list.
      ...['io.github.Ann/server', `${'a'.repeat(100)}/${'x'.repeat(198)}@release-7`],
    ],
    [
      'acme',
      'acme/',
      '*',
      '*/*',
      'acme/*@1',
      'acme/x*',
      'Ácme/x',
      'acme/x@',
      'acme/x@1@2',
      'acme/x@1\0',
      `acme/x@${'1'.repeat(256)}`,
    ],
  ],
  [
    'a capability',
    capabilitySchema,
    ['data', 'data.query.sql', 'code.version-control', 'a_b.c1'],
    ['', 'Data', 'data.', '.data', 'data..query', 'a--b', 'a-', 'x'.repeat(101)],
  ],
])('%s', (_, schema, fits, misses) => {
  it.each(fits)('may be %j', (name) => {
    expect(schema.safeParse(name).success).toBe(true);
  });

  it.each(misses)('may not be %j', (name) => {
    expect(schema.safeParse(name).success).toBe(false);
  });
});
