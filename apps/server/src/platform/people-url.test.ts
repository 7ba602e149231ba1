import { expect, it } from '@jest/globals';
import { peopleUrlOf } from './people-url.js';

// public address, own address, where people go
it.each([
  [null, 'http://127.0.0.1:3000', 'http://localhost:3000'],
  [null, 'http://[::1]:3000', 'http://localhost:3000'],
  [null, 'http://localhost:3000', 'http://localhost:3000'],
  [null, 'http://10.0.0.7:3000', 'http://10.0.0.7:3000'],
  [null, '', ''],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://assay.example', 'https://assay.example', 'https://assay.example'],
])('of %j and %j, people use %j', (publicUrl, ownUrl, expected) => {
  expect(peopleUrlOf({ publicUrl }, ownUrl)).toBe(expected);
});
