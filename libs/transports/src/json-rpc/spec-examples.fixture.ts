/**
 * The examples of the JSON-RPC 2.0 specification (section 7) in which one request has one answer. Batches and
 * notifications are left out: a tool call is neither. `input` and `positional` are how a tool would bring the params about.
 */
export const specExamples = [
  {
    name: 'positional params',
    method: 'subtract',
    positional: ['a', 'b'],
    input: { a: 42, b: 23 },
    params: [42, 23],
    result: 19,
  },
  {
    name: 'positional params, turned',
    method: 'subtract',
    positional: ['a', 'b'],
    input: { a: 23, b: 42 },
    params: [23, 42],
    result: -19,
  },
  {
    name: 'named params',
    method: 'subtract',
    input: { subtrahend: 23, minuend: 42 },
    params: { subtrahend: 23, minuend: 42 },
    result: 19,
  },
  {
    name: 'named params, turned',
    method: 'subtract',
    input: { minuend: 42, subtrahend: 23 },
    params: { minuend: 42, subtrahend: 23 },
    result: 19,
  },
  {
    name: 'sum',
    method: 'sum',
    positional: ['a', 'b', 'c'],
    input: { a: 1, b: 2, c: 4 },
    params: [1, 2, 4],
    result: 7,
  },
  { name: 'no params', method: 'get_data', input: {}, params: undefined, result: ['hello', 5] },
] as const;

/** Answers of the specification that are errors, and what the gateway makes of them. */
export const specErrors = [
  { code: -32_601, message: 'Method not found', failure: 'upstream_error', outcome: 'none' },
  { code: -32_700, message: 'Parse error', failure: 'upstream_error', outcome: 'none' },
  { code: -32_600, message: 'Invalid Request', failure: 'upstream_error', outcome: 'none' },
  { code: -32_602, message: 'Invalid params', failure: 'upstream_rejected', outcome: 'none' },
  { code: -32_603, message: 'Internal error', failure: 'tool_error', outcome: 'unknown' },
  { code: -32_000, message: 'Server error', failure: 'tool_error', outcome: 'unknown' },
  { code: 7, message: 'Out of stock', failure: 'upstream_rejected', outcome: 'unknown' },
] as const;
