import type {
  BeforeApplicationShutdown,
  FactoryProvider,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleDestroy,
  OnModuleInit,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOG } from './ports.js';
import { port, provide, type Token } from './provide.js';

// Lifecycle hooks of the framework as providers. An application starts with `onModuleInit` (what is in memory is read),
// then `onApplicationBootstrap` (what has to be there before the first request). It stops with `onModuleDestroy`
// (background work), `beforeApplicationShutdown` (open sessions) and, once no request is served any more,
// `onApplicationShutdown` (what is counted is written; adapters close last). A module's hooks run after those of the modules
// it imports when the application starts, and before them when it stops.

type Tokens = Readonly<Record<string, Token<unknown>>>;
type Values<D extends Tokens> = Parameters<Parameters<typeof provide<unknown, D>>[2]>[0];
type Run<D extends Tokens> = (values: Values<D>) => unknown;

/** Reads what is kept in memory. */
export const onInit = <const D extends Tokens>(name: string, tokens: D, run: Run<D>): FactoryProvider =>
  provide(port<OnModuleInit>(name), tokens, (values) => ({ onModuleInit: async () => void (await run(values)) }));

/** Does what has to be done before the first request. */
export const onBootstrap = <const D extends Tokens>(name: string, tokens: D, run: Run<D>): FactoryProvider =>
  provide(port<OnApplicationBootstrap>(name), tokens, (values) => ({
    onApplicationBootstrap: async () => void (await run(values)),
  }));

/** Stops background work, while requests are still served. */
export const onDestroy = <const D extends Tokens>(name: string, tokens: D, run: Run<D>): FactoryProvider =>
  stopping(name, tokens, run, (stop): OnModuleDestroy => ({ onModuleDestroy: stop }));

/** Ends sessions with clients, before the server stops listening. */
export const beforeShutdown = <const D extends Tokens>(name: string, tokens: D, run: Run<D>): FactoryProvider =>
  stopping(name, tokens, run, (stop): BeforeApplicationShutdown => ({ beforeApplicationShutdown: stop }));

/** Writes what has been counted, once no request is served. */
export const onShutdown = <const D extends Tokens>(name: string, tokens: D, run: Run<D>): FactoryProvider =>
  stopping(name, tokens, run, (stop): OnApplicationShutdown => ({ onApplicationShutdown: stop }));

/** What goes wrong in a stop is logged, and keeps nothing else from stopping. */
const stopping = <const D extends Tokens, H>(
  name: string,
  tokens: D,
  run: Run<D>,
  hookOf: (stop: () => Promise<void>) => H,
): FactoryProvider =>
  provide<H, Tokens>(port<H>(name), { ...tokens, [logOf]: LOG }, (values) =>
    hookOf(async () => {
      try {
        await run(values as Values<D>);
      } catch (error) {
        (values[logOf] as Logger).warn(
          { part: name, reason: (error as Error).message },
          'could not be stopped cleanly',
        );
      }
    }),
  );

const logOf = 'logOfStopping';
