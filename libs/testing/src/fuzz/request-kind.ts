import fc from 'fast-check';
import { assembled, type FuzzRequest, type FuzzSettings, fitting, type Parts } from './fuzz-request.js';
import { placesIn, pointerOf, withValueAt } from './mutations.js';
import type { Operation } from './openapi-operations.js';

/** One way to make a request. */
export interface RequestKind {
  readonly name: string;
  /** Which operations it makes sense for, by whether they take a JSON body; all when absent. */
  readonly takesBody?: boolean;
  requests(operation: Operation, settings: FuzzSettings): fc.Arbitrary<FuzzRequest>;
}

/** A kind that takes a fitting request and a drawn oddity, and gives back the changed parts and what to call it. */
export function kind<T>(
  name: string,
  oddity: (operation: Operation, settings: FuzzSettings) => fc.Arbitrary<T>,
  change: (parts: Parts, odd: T, operation: Operation) => readonly [Partial<Parts>, string],
  takesBody?: boolean,
): RequestKind {
  return {
    name,
    takesBody,
    requests: (operation, settings) =>
      fc.tuple(fitting(operation, settings), oddity(operation, settings)).map(([parts, odd]) => {
        const [changed, text] = change(parts, odd, operation);
        return assembled(operation, { ...parts, ...changed }, `${name}${text && `, ${text}`}`);
      }),
  };
}

/** A body is serialised here, so that a string meant as a JSON value is not mistaken for finished text. */
export const json = (body: unknown): string => JSON.stringify(body) ?? 'null';

/** For people. */
export const short = (value: unknown): string => String(json(value)).slice(0, 60);

/** The place selected by a drawn number. */
export const placeOf = (body: unknown, number: number): string[] => {
  const places = placesIn(body);
  return places[number % places.length] ?? [];
};

/** Replaces one part of the body by something else. */
export const bodyKind = (name: string, values: fc.Arbitrary<unknown>): RequestKind =>
  kind(
    name,
    () => fc.tuple(fc.nat(), values),
    ({ body }, [number, value]) => {
      const place = placeOf(body, number);
      return [
        { body: json(withValueAt(body, place, value)) },
        `${pointerOf(place) || 'the whole body'} is ${short(value)}`,
      ];
    },
    true,
  );

const replaceHeader = (headers: Parts['headers'], name: string, values: readonly string[]): Parts['headers'] => [
  ...headers.filter(([other]) => other.toLowerCase() !== name),
  ...values.map((value) => [name, value] as const),
];

/** Replaces one header by none, one or several. */
export const headerKind = (name: string, header: string, sets: readonly (readonly string[])[]): RequestKind =>
  kind(
    name,
    () => fc.constantFrom(...sets),
    ({ headers }, values) => [{ headers: replaceHeader(headers, header, values) }, `${header}: ${short(values)}`],
  );
