import { expect, it } from '@jest/globals';
import { isTakenBack } from './taken-back.js';

type Change = Parameters<typeof isTakenBack>[0];
const change = (from: string, to: string, authority: string) => ({ from, to, authority }) as Change;

it.each([
  [change('VERIFIED', 'SANDBOX', 'rules'), false],
  [change('VERIFIED', 'SANDBOX', 'owner'), true],
  [change('SANDBOX', 'VERIFIED', 'owner'), false],
  [change('SANDBOX', 'SANDBOX', 'owner'), false],
])('%j is a step back by a person: %s', (it, expected) => expect(isTakenBack(it)).toBe(expected));
