import type { AccountsContext, SessionInfo } from './accounts-context.ts';
import { getPartnerOffers, setPartnerOffers } from './agree-to-offers.ts';
import { buildExport } from './build-export.ts';
import { changeEmail, getEmailChange } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { deleteAccount } from './delete-account.ts';
import { eraseNow } from './erase-account.ts';
import { lookAtLink } from './look-at-link.ts';
import type { OwnerInput } from './prove-owner.ts';
import { reactivateAccount } from './reactivate-account.ts';
import { findExportFile, getExport, startExport } from './request-export.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import type { Device } from './start-session.ts';
import { sweepAccounts } from './sweep-accounts.ts';

/** Use cases of an existing account: password, address, archive, deletion and reactivation. */
export function accountLife(context: AccountsContext) {
  return {
    requestPasswordReset: (email: string, site: string) => requestPasswordReset(context, email, site),
    resetPassword: (input: { token: string; password: string }) => resetPassword(context, input),
    changePassword: (
      caller: SessionInfo,
      input: { old_password: string; password: string },
      device: Device,
    ) => changePassword(context, caller, input, device),
    changeEmail: (member: string, input: { email: string; password: string }) =>
      changeEmail(context, member, input),
    getEmailChange: (member: string) => getEmailChange(context, member),
    confirmEmail: (secret: string) => confirmEmail(context, secret),
    deleteAccount: (member: string, password: string) => deleteAccount(context, member, password),
    reactivate: (input: OwnerInput, device: Device) => reactivateAccount(context, input, device),
    getPartnerOffers: (member: string) => getPartnerOffers(context, member),
    setPartnerOffers: (member: string, agreed: boolean) => setPartnerOffers(context, member, agreed),
    lookAtLink: (secret: string, device: Device) => lookAtLink(context, secret, device),
    startExport: (caller: SessionInfo, password: string) => startExport(context, caller, password),
    getExport: (caller: SessionInfo) => getExport(context, caller),
    /** The finished archive, for the session that asked for it. */
    async exportFile(caller: SessionInfo) {
      const file = await findExportFile(context, caller);
      return file && context.archives.read(file.key);
    },
    buildExport: (member: string, key: string) => buildExport(context, member, key),
    sweepAccounts: () => sweepAccounts(context),
    /** An operator erases a deleted account now, although its money is open; false if there is none. */
    eraseNow: (member: string) => eraseNow(context, member),
  };
}
