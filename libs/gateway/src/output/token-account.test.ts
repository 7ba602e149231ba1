import { describe, expect, it } from '@jest/globals';
import { tokenAccount } from './token-account.js';

const spent = { schemas: 100, arguments: 20, result: 300, validation: 5 };

describe('tokenAccount', () => {
  it('is window − system − task − history − memory − reserved, less what tools took', () => {
    const window = { window: 10_000, system: 1_000, task: 200, history: 2_000, memory: 300, reserved: 2_048 };
    expect(tokenAccount(window, spent)).toEqual({ active: 4_452, spent: 425, left: 4_027, fits: true });
  });

  it('reserves 4,096 for the answer by default, and reports an overdraft', () => {
    expect(tokenAccount({ window: 4_500 }, spent)).toEqual({ active: 404, spent: 425, left: -21, fits: false });
    expect(tokenAccount({ window: 4_521 }, spent).fits).toBe(true);
    expect(tokenAccount({ window: 100, reserved: 0, system: 200 }, spent).active).toBe(-100);
  });
});
