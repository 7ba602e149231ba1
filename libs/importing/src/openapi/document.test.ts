import { describe, expect, it } from '@jest/globals';
import { aDocument } from './a-document.fixture.js';
import { booleanOf, hasOldSchemas, isJson, jsonOf, listOf, textOf, titleOf } from './document.js';

describe('parts of a document', () => {
  it('are read if they have the right type, and ignored otherwise', () => {
    expect([isJson({}), isJson([]), isJson(null), isJson('x')]).toEqual([true, false, false, false]);
    expect([jsonOf({ a: 1 }), jsonOf(7), listOf([1]), listOf({})]).toEqual([{ a: 1 }, {}, [1], []]);
    expect([textOf(' a '), textOf('  '), textOf(7)]).toEqual(['a', undefined, undefined]);
  });

  it('take truth values that were written as text', () => {
    expect([true, 'true', 'false', 'yes', 1].map(booleanOf)).toEqual([true, true, false, undefined, undefined]);
  });

  it('name the API, and detect the schema language of 3.0', () => {
    expect([titleOf(aDocument({})), titleOf(aDocument({}, { info: {} }))]).toEqual(['Pet Store', 'api']);
    expect(['3.0.3', '3.0', '3.1.0', 3].map((openapi) => hasOldSchemas({ openapi }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
