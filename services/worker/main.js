import '@heartline/platform/require-node';

const { runWorker } = await import('./src/main.ts');
runWorker();
