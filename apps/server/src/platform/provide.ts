import type { Job, Jobs } from '@assay/kernel';
import type { FactoryProvider, InjectionToken } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';

declare const provided: unique symbol;

/** Names a port, whose type exists at compile time only. */
export type PortToken<T> = symbol & { readonly [provided]: T };

/** What names a dependency: the class itself, or the token of a port. */
export type Token<T> = PortToken<T> | (abstract new (...args: never[]) => T);

/** What a factory is given, by name. */
type Tokens = Readonly<Record<string, Token<unknown>>>;

export type ValueOf<T> =
  T extends PortToken<infer V> ? V : T extends abstract new (...args: never[]) => infer V ? V : never;

type Values<D extends Tokens> = { readonly [K in keyof D]: ValueOf<D[K]> };

/** Tokens that provide every member of a use case's ports. */
type TokensOf<P> = { readonly [K in keyof P]: Token<P[K]> };

export const port = <T>(name: string): PortToken<T> => Symbol(name) as PortToken<T>;

/** A dependency that is made from another one where it is asked for. */
interface Derived {
  readonly from: InjectionToken;
  readonly make: (found: unknown) => unknown;
}

const derivations = new Map<Token<unknown>, Derived>();

function derived<U>(from: InjectionToken, make: (found: unknown) => unknown): PortToken<U> {
  const token = port<U>('derived');
  derivations.set(token, { from, make });
  return token;
}

/** What is made from a dependency, such as one setting of the configuration. */
export const from = <T, U>(token: Token<T>, make: (value: T) => U): PortToken<U> =>
  derived<U>(token as InjectionToken, (found) => make(found as T));

/** A dependency that is the same for every application, or made for the one that asks. */
export const made = <T>(make: () => T): PortToken<T> => derived<T>(ModuleRef, make);

/** A dependency that is looked up at its first use, because it depends on the provider that asks for it. */
export const later = <T>(token: Token<T>): PortToken<() => T> =>
  derived<() => T>(ModuleRef, (modules) => {
    let value: T | undefined;
    return () => {
      value ??= (modules as ModuleRef).get<T>(token as InjectionToken, { strict: false });
      return value;
    };
  });

/** A provider whose factory is given the named dependencies. */
export function provide<T, const D extends Tokens>(
  token: Token<T>,
  tokens: D,
  make: (values: Values<D>) => T | Promise<T>,
): FactoryProvider {
  const names = Object.keys(tokens);
  const asked = names.map((name) => tokens[name] as Token<unknown>);
  return {
    provide: token as InjectionToken,
    inject: asked.map((it) => derivations.get(it)?.from ?? (it as InjectionToken)),
    useFactory: (...found: unknown[]) => {
      const values = asked.map((it, at) => {
        const derivation = derivations.get(it);
        return derivation === undefined ? found[at] : derivation.make(found[at]);
      });
      return make(Object.fromEntries(names.map((name, at) => [name, values[at]])) as Values<D>);
    },
  };
}

/** The same for a token of the framework, which has no type. */
export const provideFor = <const D extends Tokens>(
  token: string,
  tokens: D,
  make: (values: Values<D>) => unknown,
): FactoryProvider => provide<unknown, D>(token as unknown as PortToken<unknown>, tokens, make);

/** A use case that is constructed with its ports. */
export const useCase = <P extends object, T>(type: new (ports: P) => T, tokens: TokensOf<P>): FactoryProvider =>
  provide<T, Tokens>(type, tokens as unknown as Tokens, (ports) => new type(ports as unknown as P));

/** A provider that connects others, and is asked for by none. */
export const connect = <const D extends Tokens>(
  name: string,
  tokens: D,
  run: (values: Values<D>) => void,
): FactoryProvider =>
  provide(port<true>(name), tokens, (values) => {
    run(values);
    return true as const;
  });

/** Adds recurring work to the jobs. */
export const recurring = <const D extends Tokens & { readonly jobs: Token<Pick<Jobs, 'add'>> }>(
  name: string,
  tokens: D,
  make: (values: Values<D>) => Job | readonly Job[],
): FactoryProvider =>
  connect(name, tokens, (values) => {
    const { jobs } = values as unknown as { readonly jobs: Pick<Jobs, 'add'> };
    for (const job of [make(values)].flat()) jobs.add(job);
  });
