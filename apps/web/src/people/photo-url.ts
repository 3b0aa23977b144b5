/** Address of a picture below the site's `cdn_prefix`; undefined where there is none. */
export function photoUrl(cdnPrefix: string, filename: string | undefined): string | undefined {
  return filename && cdnPrefix + filename;
}
