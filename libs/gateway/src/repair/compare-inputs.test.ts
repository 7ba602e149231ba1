import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareInputs } from './compare-inputs.js';

const schema = {
  type: 'object',
  properties: {
    to: { type: 'string' },
    from: { type: 'string' },
    amount: { type: 'number' },
    note: { type: 'string' },
    day: { type: 'string', format: 'date' },
    mode: { enum: ['fast', 'slow'] },
    kind: { const: 'payment' },
    tries: { type: 'integer', default: 3 },
    place: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
const kinds = (before: object, after: object) =>
  compareInputs(schema, before as Record<string, unknown>, after as Record<string, unknown>).map(
    ({ path, rule, kind }) => `${path} ${rule} ${kind}`,
  );

describe('compareInputs', () => {
  it.each<[object, object, string[]]>([
    [{ amount: '5' }, { amount: 5 }, ['/amount type form']],
    [{ amount: '5' }, { amount: 50 }, ['/amount guess meaning']],
    [{ amount: '007' }, { amount: 7 }, ['/amount guess meaning']],
    [{ day: '31.12.2026' }, { day: '2026-12-31' }, ['/day date form']],
    [{ day: '01/02/2026' }, { day: '2026-02-01' }, ['/day guess meaning']],
    [{ mode: 'quick' }, { mode: 'fast' }, ['/mode guess meaning']],
    [{ comment: 'x' }, { note: 'x' }, ['/comment field-name form']],
    [{ Note: 'x' }, { note: 'x' }, ['/Note field-name form']],
    [{ city: 'Ulm' }, { place: { city: 'Ulm' } }, ['/city guess meaning', '/place guess meaning']],
    // Their fields cannot be determined from their values.
    [{ amount_cents: 500 }, { amount: 500 }, ['/amount_cents field-name meaning']],
    [{ user_id: 7 }, { id: 7 }, ['/user_id field-name meaning']],
    [{ amounts: 7 }, { amount: 7 }, ['/amounts field-name form']],
    [{ receiver: 'b' }, { to: 'b' }, ['/receiver field-name meaning']],
    [{ a: 'x', b: 'x' }, { note: 'x', day: 'x' }, ['/a field-name meaning', '/b field-name meaning']],
    [
      { from_account: 'a', to_account: 'b' },
      { account: 'a', x: 'b' },
      ['/from_account field-name meaning', '/to_account field-name meaning'],
    ],
    [{ to: 'a', from: 'b' }, { to: 'b', from: 'a' }, ['/to guess meaning', '/from guess meaning']],
    [{}, { tries: 3, kind: 'payment' }, ['/tries default form', '/kind default form']],
    [{}, { tries: 4 }, ['/tries guess meaning']],
    [{ note: null }, {}, ['/note null form']],
    [{ note: 'x' }, {}, ['/note guess meaning']],
    [{ amount: 5 }, { amount: 5 }, []],
  ])('%j → %j: %j', (before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });

  it('never lets an identifier, amount, recipient or choice change as form', () => {
    const value = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null));
    const input = fc.dictionary(fc.constantFrom('to', 'from', 'amount', 'mode', 'id', 'x'), value);
    // Where null is taken, an empty text is one.
    const leaves = (of: Record<string, unknown>) =>
      Object.values(of).flatMap((it) => (it === '' ? ['', 'null'] : [String(it)]));
    fc.assert(
      fc.property(input, input, (before, after) => {
        const edits = compareInputs(schema, before, after);
        if (edits.some(({ kind }) => kind === 'meaning')) return;
        // All that remains is what was said, under the name it was said under wherever that name tells whose it is.
        for (const [name, to] of Object.entries(after)) {
          expect(leaves(before).map((it) => it.trim().toLowerCase().replaceAll(',', ''))).toContain(
            String(to).toLowerCase().trim().replaceAll(',', ''),
          );
          if (name !== 'x' && Object.hasOwn(before, name) && typeof before[name] === typeof to)
            expect(before[name]).toEqual(to);
        }
      }),
      { numRuns: 1_000, examples: [[{ x: '' }, { mode: null }]] },
    );
  });
});
