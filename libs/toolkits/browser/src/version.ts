/** What the server calls itself; the version is that of its tools. */
export const browserServer = Object.freeze({ name: 'assay-browser', title: 'Browser', version: '1.0.0' });
