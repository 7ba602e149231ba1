import { expect, it } from '@jest/globals';
import { grpcFault, httpFault, jsonRpcFault } from './status-faults.js';

it.each([
  [400, 'invalid'],
  [401, 'credential'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [407, 'credential'],
  [408, 'timed_out'],
  [410, 'not_found'],
  [422, 'invalid'],
  [429, 'rate_limited'],
  [500, 'protocol'],
  [503, 'away'],
  [504, 'timed_out'],
] as const)('HTTP %d is %s', (status, kind) => {
  expect(httpFault(status)).toBe(kind);
});

it('leaves to the text what gRPC and JSON-RPC do not say', () => {
  expect([grpcFault(5), grpcFault(16), grpcFault(14), grpcFault(2)]).toEqual([
    'not_found',
    'credential',
    'lost',
    undefined,
  ]);
  expect(jsonRpcFault(-32_601)).toEqual({ otherwise: 'missing_tool', byText: false, isTurnedAway: true });
  expect(jsonRpcFault(-32_603)).toMatchObject({ byText: true, isTurnedAway: false });
  expect(jsonRpcFault(7)).toMatchObject({ otherwise: 'rejected', byText: true });
});
