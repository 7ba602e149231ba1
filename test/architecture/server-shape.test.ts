import { describe, it } from '@jest/globals';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { controllersNameUseCases, rootListsModules } from './server-shape.js';

const root = 'apps/server/src/app.module.ts';
const controller = 'apps/server/src/features/a/a.controller.ts';
const module = 'apps/server/src/features/a/a.module.ts';

const inController = (parameters: string, body: string): string =>
  `@Controller() export class A { constructor(${parameters}) {} @Get() show() { ${body} } }`;

describe('the application module', () => {
  it.each<Breach>([
    [root, `@Module({ imports: [A], providers: [B] }) export class AppModule {}`, 'more than a list'],
    [root, `@Module({ imports: [A, ...more] }) export class AppModule {}`, 'more than a list'],
    [root, `@Module({ imports: [A.of(config)] }) export class AppModule {}`, 'more than a list'],
    [root, `@Module({ imports: [A] }) export class AppModule { start() {} }`, 'more than a list'],
    [root, `const a = 1; @Module({ imports: [A] }) export class AppModule {}`, 'more than a list'],
    [root, `@Global() @Module({ imports: [A] }) export class AppModule {}`, 'more than a list'],
  ])('is caught: %s with %s', (...breach) => expectCaught(rootListsModules, breach));

  it.each<Fine>([
    [root, `import { A } from './a.js';\n@Module({ imports: [A, B] })\nexport class AppModule {}`],
    [module, `@Module({ imports: [A], providers: [B] }) export class AModule {}`],
  ])('is fine: %s with %s', (...fine) => expectFine(rootListsModules, fine));
});

describe('controllers', () => {
  it.each<Breach>([
    [controller, inController('@Inject(D) private readonly d: D', 'return this.d.tools.run();'), 'out of this.d'],
    [controller, inController('@Inject(D) private readonly d: D', 'const { tools } = this.d;'), 'out of this.d'],
    [controller, inController('@Inject(D) private readonly d: D', 'const { x } = this.d.tools;'), 'out of this.d'],
    [controller, inController('private readonly run: Run', 'return this.run.run();'), 'does not name'],
  ])('are caught: %s with %s', (...breach) => expectCaught(controllersNameUseCases, breach));

  it.each<Fine>([
    [controller, inController('@Inject(Run) private readonly run: Run', 'return this.run.run();')],
    [
      controller,
      inController('@Inject(C) private readonly catalogue: C', 'return this.catalogue.revocations.of(version);'),
    ],
    [controller, inController('@Inject(Run) private readonly run: Run', 'const { run } = this; return run.run();')],
    [module, inController('@Inject(D) private readonly d: D', 'return this.d.tools.run();')],
  ])('are fine: %s with %s', (...fine) => expectFine(controllersNameUseCases, fine));
});
