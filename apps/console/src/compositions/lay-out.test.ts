import type { GraphNode } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { layOut } from './lay-out.js';

const node = (id: string, ...needs: string[]): GraphNode => ({ id, kind: 'tool', tool: `acme/${id}`, needs });

describe('laying out a composition', () => {
  it('puts every step to the right of what it needs', () => {
    const { nodes, edges } = layOut([node('c', 'a', 'b'), node('a'), node('b', 'a')]);
    const x = Object.fromEntries(nodes.map(({ id, x }) => [id, x]));
    for (const { from, to } of edges) expect(x[from]).toBeLessThan(x[to] as number);
    expect(edges).toHaveLength(3);
  });

  it('never puts two steps at one place, and leaves out arrows from nowhere', () => {
    const { nodes, edges } = layOut([node('a'), node('b'), node('c', 'gone')]);
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
    expect(edges).toEqual([]);
  });

  it('ends for steps that need each other', () => {
    expect(layOut([node('a', 'b'), node('b', 'a')]).nodes).toHaveLength(2);
  });
});
