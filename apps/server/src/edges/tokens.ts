/** What controllers are given; the application provides the values. */
export const DOMAIN = Symbol('domain');
export const AUDIT_READER = Symbol('audit reader');
export const SERVER_HEALTH = Symbol('server health');
export const READINESS = Symbol('readiness');
export const FINISHED_CALLS = Symbol('finished calls');
