export { createApp } from './app.ts';
export { type GatewayConfig, gatewaySchema, readGatewayConfig } from './config.ts';
export { buildConfigurationPage, buildEnvExample } from './docs/configuration.ts';
export { handle } from './http/call.ts';
export { createHttpServer } from './http/http-server.ts';
export { handleEvent } from './live/handle-event.ts';
export { attachMembers, createLive } from './live/live.ts';
export { type RunningGateway, startGateway } from './main.ts';
