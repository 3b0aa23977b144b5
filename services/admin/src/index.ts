export { adminSchema } from './config.ts';
export { type AdminRun, runAdmin } from './run-admin.ts';
