import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { Validators } from './validators.js';

const version = (name: string) => aVersion(aManifest({ name: `acme/${name}`, outputSchema: { type: 'string' } }));

describe('Validators', () => {
  it('compiles a schema once, and keeps input and output apart', () => {
    const validators = new Validators();
    const a = version('a');
    expect(validators.input(a)).toBe(validators.input(a));
    expect(validators.input(a)({})).toEqual([{ path: '/item', message: 'is required' }]);
    expect(validators.output(a)?.('text')).toEqual([]);
    expect(validators.output(aVersion())).toBeUndefined();
  });

  it('keeps a limited number, and evicts the least recently used', () => {
    const validators = new Validators(2);
    const [a, b, c] = [version('a'), version('b'), version('c')];
    const first = validators.input(a);
    const second = validators.input(b);
    validators.input(a);
    validators.input(c);
    expect(validators.input(a)).toBe(first);
    expect(validators.input(b)).not.toBe(second);
  });
});
