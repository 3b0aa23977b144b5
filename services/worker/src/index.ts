export { readWorkerConfig, type WorkerConfig, workerSchema } from './config.ts';
export { type RunningWorker, startWorker, type WorkerOverrides } from './main.ts';
