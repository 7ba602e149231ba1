import 'reflect-metadata';
import { type Config, publicUrlOf } from '@assay/config';
import { RunningCalls } from '@assay/gateway';
import type { Clock, DurableRuns } from '@assay/kernel';
import { RunCompositions } from '@assay/runs';
import type { DynamicModule, InjectionToken } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { createAdapter } from './edges/http/create-adapter.js';
import { type FastifyParts, fastifyModule } from './edges/http/fastify.module.js';
import { StalledBodies } from './edges/http/stalled-bodies.js';
import { BackgroundWork } from './features/background/background-work.js';
import { AdminKey } from './features/installation/admin-key.js';
import { PublishKits } from './features/installation/publish-kits.js';
import { Home } from './platform/home/home.js';
import { OpenAdapters } from './platform/open-adapters.js';
import { OwnAddress } from './platform/own-address.js';
import { DURABLE_RUNS } from './platform/ports.js';
import type { Token } from './platform/provide.js';
import { type Settings, settingsModule } from './platform/settings.module.js';
import { systemClock } from './platform/system/system-clock.js';
import { type DrainParts, drain } from './stopping/drain.js';
import { OpenRequests } from './stopping/open-requests.js';

export interface Application {
  readonly url: string;
  readonly adminKey: string;
  /** What a module of the application provides. */
  get<T>(token: Token<T>): T;
  /** Lets calls in flight finish, as configured, before `stop`; `hurry` skips the time for load balancers to react. */
  drain(hurry: AbortSignal): Promise<void>;
  /** Ends calls, writes what is unwritten, and stops everything that was started. */
  stop(): Promise<void>;
}

/**
 * Starts a whole server from its configuration. What was started is stopped again when a later step fails. `clock` is the
 * machine's own unless the time is to be another one.
 */
export async function startApplication(config: Config, log: Logger, clock: Clock = systemClock): Promise<Application> {
  const adapters = new OpenAdapters(log);
  const parts = { requests: new OpenRequests(), bodies: new StalledBodies(clock) };
  const settings = { config, log, clock, adapters };
  const nest = await createNest(settings, parts).catch(async (error: unknown) => {
    await adapters.closeAll();
    throw error;
  });
  try {
    const url = await listen(nest, config);
    await nest.get(BackgroundWork).start();
    nest.get(Home).listensAt(localUrl(nest, config));
    nest.get(PublishKits).start();
    return {
      url,
      adminKey: nest.get(AdminKey).value,
      get: <T>(token: Token<T>) => nest.get<T>(token as InjectionToken, { strict: false }),
      drain: (hurry) => drain(drainParts(nest, settings, parts), hurry),
      stop: () => nest.close(),
    };
  } catch (error) {
    await nest.close();
    throw error;
  }
}

/** Everything is created, and every adapter open; nothing has been read, and nothing listens. */
async function createNest(settings: Settings, parts: FastifyParts): Promise<NestFastifyApplication> {
  const root: DynamicModule = {
    module: class Server {},
    imports: [settingsModule(settings), fastifyModule(parts), AppModule],
  };
  const adapter = createAdapter({ ...settings, ...parts });
  return NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: false,
    abortOnError: false,
    // JSON alone is read, by the adapter's own parser.
    bodyParser: false,
  });
}

/** Answers where clients reach the server. */
async function listen(nest: NestFastifyApplication, config: Config): Promise<string> {
  await nest.listen(config.port, config.host);
  const address = nest.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const url = publicUrlOf(config, port);
  nest.get(OwnAddress).listensAt(url);
  return url;
}

/** Where programs of this machine reach the server, whatever its public address is. */
function localUrl(nest: NestFastifyApplication, config: Config): string {
  const address = nest.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[config.host] ?? config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function drainParts(nest: NestFastifyApplication, { config, clock }: Settings, { requests }: FastifyParts): DrainParts {
  const running = nest.get(RunningCalls, { strict: false });
  const compositions = nest.get(RunCompositions, { strict: false });
  const runs = nest.get<DurableRuns>(DURABLE_RUNS as InjectionToken, { strict: false });
  return {
    ...{ clock, requests },
    stopListening: () => void nest.getHttpServer().close(),
    callsUnderWay: () => running.size,
    beginNothing: () => {
      runs.beginNothing();
      compositions.drain();
    },
    cutOff: async () => {
      await compositions.stop();
      await running.stopAll();
    },
    drainMs: config.drainSeconds * 1_000,
    graceMs: config.shutdownGraceSeconds * 1_000,
  };
}
