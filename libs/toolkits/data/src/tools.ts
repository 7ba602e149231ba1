import { calculate } from './calculate.js';
import { chart } from './chart.js';
import { csv } from './csv.js';
import { dates } from './dates.js';
import { diff } from './diff.js';
import { hash } from './hash.js';
import { query } from './query.js';
import { table } from './table.js';
import { template } from './template.js';

/** In the order in which they are listed. */
export const dataTools = [query, template, calculate, csv, dates, diff, hash, table, chart] as const;
