import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.js';

const take = (slots: Slots, begin: () => void): void => {
  if (slots.takeNow()) begin();
  else slots.wait(begin);
};

describe('Slots', () => {
  it('lets so many begin, and the rest in the order they came', () => {
    const slots = new Slots(2);
    const begun: number[] = [];
    for (let n = 0; n < 4; n += 1) take(slots, () => begun.push(n));
    expect(begun).toEqual([0, 1]);
    slots.giveBack();
    expect(begun).toEqual([0, 1, 2]);
    slots.giveBack();
    slots.giveBack();
    take(slots, () => begun.push(9));
    expect(begun).toEqual([0, 1, 2, 3, 9]);
  });

  it('holds when a hundred thousand begin and end at once', () => {
    const slots = new Slots(1);
    let ended = 0;
    take(slots, () => undefined);
    for (let n = 0; n < 100_000; n += 1)
      take(slots, () => {
        ended += 1;
        slots.giveBack();
      });
    slots.giveBack();
    expect(ended).toBe(100_000);
  });
});
