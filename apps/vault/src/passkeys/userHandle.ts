/** The `userHandle` that an authenticator returns: the bytes of the user's id, base64url. */
export const userHandle = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
