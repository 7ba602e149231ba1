import { describe, expect, it } from '@jest/globals';
import { classOfField, fitsField, mayEndName } from './field-class.js';

describe('classOfField', () => {
  it.each([
    ['password', 'secret.password'],
    ['X-Api-Key', 'secret.api-key'],
    ['clientSecret', 'secret.client-secret'],
    ['refresh_token', 'secret.token'],
    ['SSN', 'personal.national-id'],
    ['first_name', 'personal.name'],
    ['dateOfBirth', 'personal.birth-date'],
    ['phone_number', 'personal.phone'],
  ])('%s is %s', (name, found) => {
    expect(classOfField(name)).toBe(found);
    expect(classOfField(name)).toBe(found);
    expect(mayEndName(name)).toBe(true);
  });

  it.each(['name', 'token', 'next_page_token', 'key', 'id', 'description', 'constructor', 'p'.repeat(1_000)])(
    '%s says nothing',
    (name) => {
      expect(classOfField(name)).toBeUndefined();
    },
  );
});

describe('fitsField', () => {
  it.each([
    ['secret.password', 'hunter-2', true],
    ['secret.password', 'string', false],
    ['secret.password', '********', false],
    ['secret.api-key', '<your key>', false],
    ['secret.token', '$TOKEN', false],
    ['secret.card-code', '123', true],
    ['secret.card-code', 'abc', false],
    ['personal.national-id', '536-22-1234', true],
    ['personal.national-id', 'unknown', false],
    ['personal.name', 'Ada Lovelace', true],
    ['personal.name', '{{ user.name }}', false],
    ['personal.birth-date', '1815-12-10', true],
    ['personal.birth-date', 'a date', false],
    ['personal.phone', '(030) 123 456', true],
    ['personal.address', '12 Main Street', true],
    ['personal.name', 'x'.repeat(100_000), false],
  ])('%s: %s is %s', (found, value, fits) => {
    expect(fitsField(found, value)).toBe(fits);
  });
});
