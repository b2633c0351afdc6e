/** An email address, in lower case. @source spec 5.1; security 2.9: ASCII, no display name */
export const emailPattern =
  /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/

/** True if `text` is a valid email address, ignoring case and surrounding spaces. @source spec 5.1 */
export function isEmail(text: string): boolean {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && emailPattern.test(email)
}
