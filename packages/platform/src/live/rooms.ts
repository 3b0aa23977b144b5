/**
 * All kinds of room. The server chooses them; a client cannot request one.
 *
 * - `user:` carries every event of a member to all devices.
 * - `operators:`, in the operators' namespace, carries pending cases of a site.
 */
export const rooms = {
  user: (member: string) => `user:{${member}}`,
  operators: (site: string) => `operators:${site}`,
} as const;
