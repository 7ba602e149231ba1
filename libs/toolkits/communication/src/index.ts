/** Mail, chat, tickets, pipelines and alerts: the record of the kit. */

export { communicationKit } from './kit.js';
