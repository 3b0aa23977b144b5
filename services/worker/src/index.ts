export { readWorkerConfig, type WorkerConfig, workerSchema } from './config.ts';
export { type RunningWorker, startWorker } from './main.ts';
export { schedulesOf } from './schedules.ts';
