import '@heartline/platform/require-node';

await import('./src/main.ts');
