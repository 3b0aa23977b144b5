import type { DevHubOptions } from './dev-hub-options.ts';
import type { createSignIns, RoleName } from './sign-ins.ts';

/**
 * Gives a demo account a pretend phone: subscribed at the stand-in and registered as a browser would do it. One that was
 * deleted while somebody tried that has none.
 */
export async function givePhone(
  { stack, stubs }: Pick<DevHubOptions, 'stack' | 'stubs'>,
  signIns: ReturnType<typeof createSignIns>,
  role: RoleName,
): Promise<void> {
  const [gateway] = stack.gateways;
  if (!gateway) return;
  const { session } = await signIns.signIn(role, undefined);
  const subscription = await stubs.push.subscribe(stack.secrets.vapidPublicKey, role);
  const response = await fetch(`${gateway.address}/api/user.php?push=1`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `__Host-session=${session}`,
      origin: gateway.origin,
    },
    body: JSON.stringify({ subscription }),
  });
  if (response.status === 403) return;
  if (!response.ok) throw new Error(`The pretend phone of ${role} was refused: ${await response.text()}`);
}
