import { describe, expect, it } from '@jest/globals';
import { templateInstructions } from './template-instructions.js';

describe('what a model is asked that writes a tool', () => {
  it('names the dependencies of scripts', () => {
    expect(templateInstructions('javascript', 'decimal.js, mustache')).toContain('may name: decimal.js, mustache.');
    expect(templateInstructions('typescript', '')).toContain('may name: none.');
    expect(templateInstructions('typescript', '')).toContain('"language": "typescript"');
  });

  it('names the modules of the standard library that Python imports, and no dependencies', () => {
    const text = templateInstructions('python', 'decimal.js');
    expect(text).toContain('itertools, json');
    expect(text).not.toMatch(/decimal\.js|"dependencies": \[\]/);
  });

  it('shows an object that is JSON where it is whole', () => {
    for (const language of ['javascript', 'typescript', 'python'] as const)
      expect(templateInstructions(language, '').split('\n')).toHaveLength(3);
  });
});
