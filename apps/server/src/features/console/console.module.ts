import { Module } from '@nestjs/common';
import { ConsolePages } from './console-pages.js';

/** The pages for people: marketplace and administration. */
@Module({ providers: [ConsolePages] })
export class ConsoleModule {}
