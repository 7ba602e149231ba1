import { describe, expect, it } from '@jest/globals';
import list from './everyday-verbs.json' with { type: 'json' };
import { TermReader } from './terms.js';
import { verbForms } from './verb-forms.js';

/** Regular forms by the rules of spelling. */
function inflections(verb: string): string[] {
  const double = /^(?:stop|drop|get|run)$/.test(verb) ? verb.at(-1) : '';
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`];
  if (verb.endsWith('e')) return [`${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`];
  return [/(?:s|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`, `${verb}${double}ed`, `${verb}${double}ing`];
}

describe('verbForms', () => {
  it('completes stemming: every regular form of an everyday verb is read as the verb', () => {
    const reader = new TermReader();
    const termOf = (word: string) => [...reader.distinct(word).keys()].at(-1);
    const strays = list.groups
      .flat()
      .filter((verb) => termOf(verb) !== undefined)
      .flatMap((verb) => inflections(verb).filter((form) => ![undefined, termOf(verb)].includes(termOf(form))));
    expect(strays).toEqual([]);
    expect(verbForms.get('adding')).toBe('add');
  });
});
