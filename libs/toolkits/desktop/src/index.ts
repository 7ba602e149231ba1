/** The server of the kit, for programs that start it themselves. Its own program is `dist/main.js`. */

export { createDesktopServer, type DesktopServerOptions } from './server.js';
