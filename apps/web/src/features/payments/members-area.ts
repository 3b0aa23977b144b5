const MEMBERS_AREA = /^\/(members|members\/[^/]+|chats|likes|likes\/m\/[^/]+|premium)\/?$/;

/** True for an address in the members area (S2-115 to S2-121). */
export function isMembersArea(path: string): boolean {
  return MEMBERS_AREA.test(path);
}
