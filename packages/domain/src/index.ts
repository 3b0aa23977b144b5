export * from './accounts.ts';
export * from './credits.ts';
export * from './discovery.ts';
export * from './messaging.ts';
export * from './payments.ts';
export * from './profiles.ts';
export * from './tracking.ts';
