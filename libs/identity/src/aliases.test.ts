import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Aliases } from './aliases.js';
import type { Alias } from './records.js';

const alias = (name: string, target: string, id = name): Alias => ({
  id,
  organisationId: 'org-acme',
  name,
  target,
  createdAt: 0,
  createdBy: null,
});

function aliases(namespaces: Readonly<Record<string, string>>, tools: Readonly<Record<string, string>> = {}) {
  const made = new Aliases();
  for (const [name, target] of Object.entries(namespaces)) made.apply('namespace-alias', name, alias(name, target));
  for (const [name, target] of Object.entries(tools)) made.apply('tool-alias', name, alias(name, target));
  return made;
}

describe('a former name', () => {
  const both = aliases({ acme: 'apex', old: 'apex' }, { 'acme/orders': 'apex/sales', 'apex/mail': 'post/mail' });

  // requested, resolved as a tool, resolved as a server
  it.each([
    ['acme/orders', 'apex/sales', 'apex/orders'],
    ['old/other', 'apex/other', 'apex/other'],
    ['old/mail', 'post/mail', 'apex/mail'],
    ['apex/mail', 'post/mail', 'apex/mail'],
    ['apex/sales', 'apex/sales', 'apex/sales'],
    ['globex/x', 'globex/x', 'globex/x'],
  ])('%s means the tool %s and the server %s', (name, tool, server) => {
    expect([both.tool(name), both.server(name)]).toEqual([tool, server]);
  });

  it('is listed with its target', () => {
    expect(both.namespace('old')).toBe('apex');
    expect(both.namespace('apex')).toBe('apex');
    expect(both.ofNamespace('apex')).toEqual(['acme', 'old']);
    expect(both.ofTool('apex/sales')).toEqual(['acme/orders']);
    expect([both.isAlias('acme'), both.isAlias('acme/orders'), both.isAlias('apex')]).toEqual([true, true, false]);
  });

  it('follows its target, with repeated or late changes', () => {
    const made = aliases({ acme: 'apex' });
    const later = alias('acme', 'summit', 'acme');
    for (let times = 0; times < 2; times += 1) made.apply('namespace-alias', 'acme', later);
    expect([made.namespace('acme'), made.ofNamespace('apex'), made.ofNamespace('summit')]).toEqual([
      'summit',
      [],
      ['acme'],
    ]);
    made.apply('namespace-alias', 'acme', null);
    expect([made.namespace('acme'), made.ofNamespace('summit')]).toEqual(['acme', []]);
  });
});

it('a current name is never redirected, so that resolving twice equals resolving once', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names), { maxLength: 12 }), names, names, (renames, namespace, tool) => {
      // As in the store: a name in use or used before is taken, and aliases follow their target.
      const present = new Map(['a', 'b', 'c'].map((it) => [it, it]));
      const targets = new Map<string, string>();
      for (const [from, to] of renames) {
        if (!present.has(from) || present.has(to) || targets.has(to)) continue;
        present.delete(from);
        present.set(to, to);
        for (const [name, target] of targets) if (target === from) targets.set(name, to);
        targets.set(from, to);
      }
      const made = aliases(Object.fromEntries(targets));
      const once = made.tool(`${namespace}/${tool}`);
      expect(made.tool(once)).toBe(once);
      if (present.has(namespace)) expect(made.namespace(namespace)).toBe(namespace);
      if (targets.has(namespace)) expect(present.has(made.namespace(namespace))).toBe(true);
    }),
  );
});
