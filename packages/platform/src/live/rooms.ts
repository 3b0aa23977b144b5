/**
 * The kinds of room, and no others. The server chooses them; no client may ask for one.
 * `user:` every event of a member, all devices. In the namespace of operators: `operators:` what waits at a site.
 */
export const rooms = {
  user: (member: string) => `user:{${member}}`,
  operators: (site: string) => `operators:${site}`,
} as const;
