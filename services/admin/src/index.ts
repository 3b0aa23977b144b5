export { type AdminRun, runAdmin } from './run-admin.ts';
