/** An e-mail address, in lower case. @source ledger 5.1; security 2.9: ASCII, no display name */
export const emailPattern =
  /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/

/** Whether `text` can be mailed to, whatever its case and the spaces around it. @source ledger 5.1 */
export function isEmail(text: string): boolean {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && emailPattern.test(email)
}
