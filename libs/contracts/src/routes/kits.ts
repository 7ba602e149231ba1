import { kitSchema, kitSettingSchema } from '../kits.js';
import { define, listOf, page } from './route.js';

/** The tools that ship with Assay, and which of them may act. */
export const kitsRoutes = define({
  listKits: {
    method: 'GET',
    path: '/v1/kits',
    tag: 'kits',
    summary: 'List the kits that ship, with what each may do',
    scope: 'admin',
    query: page,
    answers: { 200: listOf(kitSchema) },
  },
  showKit: {
    method: 'GET',
    path: '/v1/kits/{name}',
    tag: 'kits',
    summary: 'Show what a kit may do',
    scope: 'admin',
    answers: { 200: kitSchema },
  },
  enableKit: {
    method: 'POST',
    path: '/v1/kits/{name}/enable',
    tag: 'kits',
    summary: 'Let your organisation call the tools of a kit that act',
    scope: 'admin',
    answers: { 200: kitSchema },
  },
  disableKit: {
    method: 'POST',
    path: '/v1/kits/{name}/disable',
    tag: 'kits',
    summary: 'Stop calls of the tools of a kit that act',
    scope: 'admin',
    answers: { 200: kitSchema },
  },
  setKitSetting: {
    method: 'PUT',
    path: '/v1/kits/{name}/settings/{setting}',
    tag: 'kits',
    summary: 'Give a kit an address or a credential, such as a database; its process may then reach that host',
    scope: 'admin',
    body: kitSettingSchema,
    answers: { 200: kitSchema },
  },
  removeKitSetting: {
    method: 'DELETE',
    path: '/v1/kits/{name}/settings/{setting}',
    tag: 'kits',
    summary: 'Take a setting from a kit',
    scope: 'admin',
    answers: { 200: kitSchema },
  },
});
