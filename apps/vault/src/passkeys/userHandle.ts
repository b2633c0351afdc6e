/** Returns a user's WebAuthn `userHandle`: the bytes of the user's id, base64url. */
export const userHandle = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
