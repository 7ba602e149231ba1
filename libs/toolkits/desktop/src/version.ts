/** What the server calls itself; the version is that of its tools. */
export const desktopServer = Object.freeze({ name: 'assay-desktop', title: 'Desktop', version: '1.0.0' });
