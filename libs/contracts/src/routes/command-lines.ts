import {
  collectKeySchema,
  commandLineAnswerSchema,
  commandLineRequestSchema,
  commandLineViewSchema,
  decideCommandLineSchema,
  requestCommandLineSchema,
} from '../command-lines.js';
import { define } from './route.js';

/** Command lines that a person signs in through the browser. */
export const commandLineRoutes = define({
  requestCommandLine: {
    method: 'POST',
    path: '/v1/sign-in/command-lines',
    tag: 'sign-in',
    summary: 'Ask for a key for a command line; the answer has the page on which a person allows it',
    scope: 'anonymous',
    body: requestCommandLineSchema,
    answers: { 201: commandLineRequestSchema },
  },
  collectCommandLineKey: {
    method: 'POST',
    path: '/v1/sign-in/command-lines/key',
    tag: 'sign-in',
    summary: 'Collect the key of a command line once a person has allowed it',
    scope: 'anonymous',
    body: collectKeySchema,
    answers: { 200: commandLineAnswerSchema },
  },
  showCommandLine: {
    method: 'GET',
    path: '/v1/account/command-lines/{code}',
    tag: 'sign-in',
    summary: 'Show which command line asks for a key of yours',
    scope: 'authenticated',
    answers: { 200: commandLineViewSchema },
  },
  decideCommandLine: {
    method: 'POST',
    path: '/v1/account/command-lines/{code}',
    tag: 'sign-in',
    summary: 'Allow or deny a command line a key of yours. Allowing needs recent re-authentication',
    scope: 'authenticated',
    body: decideCommandLineSchema,
    answers: { 204: null },
  },
});
