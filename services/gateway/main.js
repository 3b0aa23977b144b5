import '@heartline/platform/require-node';

const { runGateway } = await import('./src/main.ts');
runGateway();
