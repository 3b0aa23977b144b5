import { sendMail } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import type { Mailer } from '@heartline/platform';
import { handleJob } from '../handle-job.ts';

export const sendMailJob = (core: Core, mailer: Mailer) =>
  handleJob(sendMail, ({ mail }) => core.notifications.sendMail(mailer, mail));
