import { expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { pino } from 'pino';
import { beforeShutdown, onBootstrap, onDestroy, onInit, onShutdown } from './lifecycle.js';
import { OpenAdapters } from './open-adapters.js';
import { LOG } from './ports.js';

function setUp() {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const steps: string[] = [];
  const step = (name: string) => () => void steps.push(name);
  const hooks = (feature: string) => [
    { provide: LOG, useValue: log },
    onInit('init', {}, step(`${feature} init`)),
    onBootstrap('bootstrap', {}, step(`${feature} bootstrap`)),
    onDestroy('destroy', {}, step(`${feature} destroy`)),
    beforeShutdown('sessions', {}, step(`${feature} sessions`)),
    onShutdown('shutdown', {}, step(`${feature} shutdown`)),
  ];
  return { lines, log, steps, step, hooks };
}

it('starts what a module imports before it, and stops it afterwards, phase by phase', async () => {
  const { steps, hooks, log, step } = setUp();
  const adapters = new OpenAdapters(log);
  adapters.add('database', null, step('database closed'));
  @Global()
  @Module({ providers: [{ provide: OpenAdapters, useValue: adapters }] })
  class Platform {}
  @Module({ providers: hooks('calls') })
  class Calls {}
  @Module({ imports: [Platform, Calls], providers: hooks('runs') })
  class Runs {}
  const application = await Test.createTestingModule({ imports: [Runs] }).compile();
  await application.init();
  expect(steps.splice(0)).toEqual(['calls init', 'runs init', 'calls bootstrap', 'runs bootstrap']);
  await application.close();
  expect(steps).toEqual([
    ...['runs destroy', 'calls destroy', 'runs sessions', 'calls sessions'],
    ...['runs shutdown', 'calls shutdown', 'database closed'],
  ]);
});

it('logs what cannot be stopped, and stops the rest', async () => {
  const { steps, lines, log, step } = setUp();
  const providers = [
    { provide: LOG, useValue: log },
    onDestroy('jobs', {}, () => Promise.reject(new Error('stuck'))),
    onShutdown('usage', {}, step('usage')),
  ];
  const application = await Test.createTestingModule({ providers }).compile();
  await application.init();
  await application.close();
  expect(steps).toEqual(['usage']);
  expect(lines.map((it) => JSON.parse(it))).toMatchObject([{ part: 'jobs', reason: 'stuck' }]);
});
