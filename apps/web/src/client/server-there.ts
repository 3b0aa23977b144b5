/**
 * Whether the server answers now. What `navigator.onLine` calls a network may lead nowhere: in a tunnel, or behind the
 * door of a hotel.
 */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
