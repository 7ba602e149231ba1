/** What the server calls itself; the version is that of its tools. */
export const browserServer = Object.freeze({ name: 'assay-browser', title: 'Browser', version: '2.0.0' });
